import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { ownDatabase } from '#testing/ledger.ts';

ownDatabase();

/**
 * Every trigger by table: the statements that it acts on, and the columns that it looks at; without columns, all of the row.
 * Written out: a guard that is lost, or that no longer looks at a column, fails here.
 */
const GUARDS: Record<string, Record<string, string>> = {
  api_keys: {
    api_keys_are_as_created:
      'BEFORE UPDATE approved_at approved_by client_id created_by hash overlap_hours permissions replaces_id',
    api_keys_wait_for_another: 'BEFORE UPDATE approved_at awaits_approval',
  },
  audit_entries: {
    audit_entries_are_kept: 'BEFORE DELETE OR UPDATE',
    audit_entries_are_never_emptied: 'BEFORE TRUNCATE',
  },
  bank_account_evidence: {
    bank_account_evidence_stays: 'BEFORE UPDATE added_at added_by bank_account_id content link media_type',
  },
  bank_accounts: {
    bank_accounts_are_as_given:
      'BEFORE UPDATE account_number account_number_end account_type bank_codes bank_name country currency holder_document holder_name owner_id',
    bank_accounts_begin_unverified: 'BEFORE INSERT reviewed_at reviewed_by state',
    bank_accounts_stay_reviewed: 'BEFORE UPDATE review_note reviewed_at reviewed_by state',
  },
  book_lines: {
    book_lines_are_kept: 'BEFORE DELETE OR UPDATE',
    book_lines_are_never_emptied: 'BEFORE TRUNCATE',
  },
  cause_addresses: {
    cause_addresses_are_kept: 'BEFORE DELETE OR UPDATE',
    cause_addresses_are_never_emptied: 'BEFORE TRUNCATE',
  },
  causes: {
    causes_keep_their_owner: 'BEFORE UPDATE client_id owner_id',
    causes_terms_are_evidence: 'BEFORE UPDATE currency terms_accepted_at terms_accepted_ip terms_version',
  },
  checkout_links: {
    checkout_links_are_as_minted: 'BEFORE UPDATE amount cause_key client_id currency fee_percent',
    checkout_links_stay_ended: 'BEFORE UPDATE cancelled_at expired_at',
  },
  ledger_checks: {
    ledger_checks_are_kept: 'BEFORE DELETE OR UPDATE',
    ledger_checks_are_never_emptied: 'BEFORE TRUNCATE',
  },
  ledger_entries: {
    ledger_entries_are_kept: 'BEFORE DELETE OR UPDATE',
    ledger_entries_are_never_emptied: 'BEFORE TRUNCATE',
    ledger_entries_balance: 'AFTER INSERT',
    ledger_entries_have_accounts_of_their_kind: 'AFTER INSERT',
  },
  ledger_transactions: {
    ledger_transactions_are_kept: 'BEFORE DELETE OR UPDATE',
    ledger_transactions_are_never_emptied: 'BEFORE TRUNCATE',
    ledger_transactions_balance: 'AFTER INSERT',
  },
  manual_refunds: {
    manual_refunds_are_as_sent:
      'BEFORE UPDATE amount_minor id payment_id recorded_at recorded_by reference refund_id sent_on',
    manual_refunds_stay: 'BEFORE DELETE',
    manual_refunds_stay_returned: 'BEFORE UPDATE returned_at',
  },
  notes: {
    notes_are_as_written: 'BEFORE UPDATE author_id created_at id kind subject text',
    notes_are_kept: 'BEFORE DELETE',
    notes_are_never_emptied: 'BEFORE TRUNCATE',
  },
  passkeys: {
    passkeys_keep_their_owner: 'BEFORE UPDATE account_id credential_id public_key',
  },
  payments: {
    payments_are_as_received: 'BEFORE UPDATE amount_minor cause_key currency gateway_payment_id link_id',
    payments_have_receipts: 'BEFORE INSERT OR UPDATE state',
    payments_keep_receipts: 'BEFORE UPDATE cause_title receipt_number receipt_token',
    payments_keep_totals_deleted: 'AFTER DELETE',
    payments_keep_totals_inserted: 'AFTER INSERT',
    payments_keep_totals_updated: 'AFTER UPDATE cause_key donor_email erased_donor',
    payments_stay_erased:
      'BEFORE UPDATE bank_name browser_hash card_brand card_last4 card_wallet donor_email donor_message donor_name erased_donor receipt_email',
  },
  payout_batches: {
    payout_batches_are_as_created: 'BEFORE UPDATE created_at created_by currency debtor_account debtor_bic debtor_name',
    payout_batches_keep_their_steps: 'BEFORE UPDATE cancelled_at cancelled_by sent_at sent_by started_at started_by',
  },
  reconciliation_acknowledgements: {
    reconciliation_acknowledgements_are_kept: 'BEFORE DELETE OR UPDATE',
    reconciliation_acknowledgements_are_never_emptied: 'BEFORE TRUNCATE',
  },
  refund_approvals: {
    refund_approvals_are_as_requested:
      'BEFORE UPDATE amount_minor payment_id reason request_key requested_at requested_by seen_minor',
    refund_approvals_stay_decided: 'BEFORE UPDATE decided_at',
  },
  refunds: {
    refunds_are_as_requested: 'BEFORE UPDATE amount_minor created_at payment_id reason request_key requested_by',
  },
  terms_changes: {
    terms_changes_are_as_requested:
      'BEFORE UPDATE client_id contact_email fee_model fee_percent old_contact_email old_fee_model old_fee_percent requested_at requested_by',
    terms_changes_stay_decided: 'BEFORE UPDATE contact_at decided_at decided_by ended_at outcome',
  },
  withdrawals: {
    withdrawals_are_as_requested:
      'BEFORE UPDATE amount bank_account_id cause_key currency idempotency_key reason remainder_minor requested_at requested_by',
    withdrawals_count_changes: 'BEFORE UPDATE',
    withdrawals_keep_their_steps:
      'BEFORE UPDATE decided_at decided_by paid_at paid_by sending_at sending_by sent_on sent_reference state',
    withdrawals_stay_ended: 'BEFORE UPDATE state',
    withdrawals_stay_sent: 'BEFORE UPDATE state',
  },
  write_offs: {
    write_offs_are_as_requested: 'BEFORE UPDATE amount_minor payment_id reason requested_at requested_by',
    write_offs_stay_decided: 'BEFORE UPDATE decided_at',
  },
};

test('every table has its guards, each for its statements and columns', async () => {
  const rows = await db().$queryRaw<{ table: string; name: string; definition: string }[]>`
    SELECT tgrelid::regclass::text AS "table", tgname::text AS name, pg_get_triggerdef(oid) AS definition
      FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`;
  const found: typeof GUARDS = {};
  for (const { table, name, definition } of rows) {
    const [, acts = '', rest = ''] = / (BEFORE .+?|AFTER .+?) ON \S+ (.*)/s.exec(definition) ?? [];
    const columns = [...rest.matchAll(/\b(?:old|new)\.(\w+)/g)].map(([, column]) => column);
    found[table] = { ...found[table], [name]: [acts, ...new Set(columns.sort())].join(' ') };
  }
  expect(found).toEqual(GUARDS);
});
