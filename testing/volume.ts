import type { Client } from 'pg';

/** Rows of the tables that donors fill; every other table that grows has `SOME`. */
const LINKS = 45_000;
const CAUSES = 15_000;
const SOME = 8_000;
/** Partners with an agreement: few. */
const CLIENTS = 500;
/** The number of causes of the largest creator: the first causes. */
const OWN_CAUSES = 150;

/** The objects to look at: the largest of each kind. */
export const VOLUME = {
  /** Owns `OWN_CAUSES` causes; the first of them has an eighth of all links. */
  creatorEmail: 'creator1@example.org',
  staffEmail: 'staff@example.org',
  causeKey: 'cause-v1',
  /** Has half of all causes. */
  clientId: 'clt_v1',
  /** Paid, with a receipt. */
  paidLinkId: idOf('chl_', 4),
  paidPaymentId: idOf('pay_', 4),
  /** The file that a bank account was verified by. */
  evidencePath: `/dashboard/staff/bank-accounts/${idOf('ba_', 1)}/evidence`,
  receiptToken: idOf('rct_', 4),
  openLinkId: idOf('chl_', 12),
  /** Instants at which deep pages begin: hours, days and weeks ago, as far back as the lists go. */
  depths: () => [300, 7_000, 40_000].map((minutes) => new Date(Date.now() - minutes * 60_000)),
  /** Search terms. The last matches nothing. */
  searches: [
    idOf('chl_', 4),
    idOf('pay_', 4),
    'pi_v4',
    '222-222-2222',
    'order-4',
    'cause-v1',
    'agua 7777',
    'dónor 4241',
    'DONOR7@example.org',
    'ana@bücher.example',
    'creator1@example.org',
    idOf('evt_', 4),
    'nothing',
  ],
} as const;

function idOf(prefix: string, n: number): string {
  return prefix + String(n).padStart(24, '0');
}

/** Tables whose row triggers would be slow; their result is true of these rows, or is computed at the end. */
const GUARDED = ['payments', 'ledger_transactions', 'ledger_entries'];

/**
 * Fills a migrated, almost empty database as years of use would: most links unpaid or ended, a partner and a creator who
 * are much larger than the others, and little waiting work. One statement per table, generated in the server.
 */
export async function fillWithVolume(client: Client): Promise<void> {
  for (const table of GUARDED) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const statement of FILL) await client.query(statement);
  for (const table of GUARDED) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query('SELECT rebuild_totals()');
}

/** An id such as `chl_…` from the row number, as long as the product's. */
const id = (prefix: string, n = 'n') => `'${prefix}' || lpad((${n})::text, 24, '0')`;
const rows = (count: number) => `generate_series(1, ${count}) n`;
/** One per minute, the first is the newest. */
const MINUTES_AGO = "now() - n * interval '1 minute'";

/** An eighth of the links has one cause, an eighth the other causes of its owner, the rest all causes. */
const CAUSE_OF_LINK = `CASE n % 8 WHEN 4 THEN 1 WHEN 5 THEN 2 + n / 8 % ${OWN_CAUSES - 1} ELSE ${OWN_CAUSES + 1} + n * 7919 % ${CAUSES - OWN_CAUSES} END`;
/** The large partner has half of the causes. */
const CLIENT_OF_CAUSE = `'clt_v' || CASE WHEN n % 2 = 1 THEN 1 ELSE 1 + n % ${CLIENTS} END`;
const OWNER_OF_CAUSE = `CASE WHEN n <= ${OWN_CAUSES} THEN 1 ELSE n END`;
const MONEY = "('approved', 'refund_due', 'refunded')";

/** A file and its key, as lib/encryption/seal-file.ts stores them for the first bank account. */
const EVIDENCE = '070707070707070707070707ebcb0e792bd791521adb8f7a907c8286682b7c3bae0a1388';
const EVIDENCE_KEY = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc';

const FILL = [
  `INSERT INTO clients (id, name, contact_email, created_at)
   SELECT 'clt_v' || n, 'Partner ' || n, 'partner' || n || '@example.org', ${MINUTES_AGO} FROM ${rows(CLIENTS)}`,
  `INSERT INTO api_keys (id, client_id, hash, permissions, created_at, last_used_at, revoked_at, created_by, awaits_approval)
   SELECT 'key_v' || n, 'clt_v' || 1 + n % ${CLIENTS}, encode(sha256(n::text::bytea), 'hex'), '{cause:read}', ${MINUTES_AGO}, ${MINUTES_AGO},
          CASE WHEN n % 3 = 0 THEN now() END, 'acc_vstaff', n % 400 = 1 FROM ${rows(SOME)}`,
  `INSERT INTO accounts (id, email, email_key, name, role, created_at)
   SELECT 'acc_v' || n, 'creator' || n || '@example.org', 'creator' || n || '@example.org', 'Creator ' || n, 'creator', ${MINUTES_AGO}
     FROM ${rows(CAUSES)}`,
  `INSERT INTO accounts (id, email, email_key, name, role)
   VALUES ('acc_vstaff', '${VOLUME.staffEmail}', '${VOLUME.staffEmail}', 'Staff', 'staff')`,
  `INSERT INTO causes (key, client_id, owner_id, slug, state, title, country, currency, goal_amount, fee_percent, fee_model,
                       terms_accepted_at, terms_version, terms_accepted_ip, created_at)
   SELECT 'cause-v' || n, ${CLIENT_OF_CAUSE}, 'acc_v' || ${OWNER_OF_CAUSE}, 'cause-v' || n,
          CASE WHEN n = 1 THEN 'published' WHEN n % 20 = 0 THEN 'draft' WHEN n % 20 = 1 THEN 'closed' WHEN n % 1000 = 2 THEN 'fraud'
               WHEN n % 2000 = 3 THEN 'paused' ELSE 'published' END,
          'Agua limpia ' || n, CASE n % 10 WHEN 3 THEN 'co' WHEN 7 THEN 'mx' ELSE 'us' END,
          CASE n % 10 WHEN 3 THEN 'COP' WHEN 7 THEN 'MXN' ELSE 'USD' END, 500000, 5, 'plus_gateway_costs',
          ${MINUTES_AGO}, '1', '203.0.113.7', ${MINUTES_AGO}
     FROM ${rows(CAUSES)}`,
  `INSERT INTO cause_updates (id, cause_key, title, body, published_at)
   SELECT ${id('upd_')}, 'cause-v' || CASE n % 80 WHEN 0 THEN 1 ELSE n END, 'Update ' || n, 'It goes well.', ${MINUTES_AGO} FROM ${rows(SOME)}`,
  `INSERT INTO cause_pictures (id, cause_key, alt, width, height, large, small, created_at)
   SELECT ${id('pic_')}, 'cause-v' || CASE n % 800 WHEN 0 THEN 1 ELSE n END, 'A pump', 60, 40, '\\xffd8ff', '\\xffd8ff', ${MINUTES_AGO}
     FROM ${rows(SOME)}`,
  'INSERT INTO cause_addresses (address, cause_key) SELECT key, key FROM causes ON CONFLICT DO NOTHING',
  `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, external_reference, created_at, expires_at,
                               cancelled_at)
   SELECT ${id('chl_', 'l.n')}, c.client_id, c.key, 50, c.currency, 5, 'order-' || l.n, at, at + interval '1 day',
          CASE WHEN l.n % 100 = 99 THEN at END
     FROM (SELECT n, ${MINUTES_AGO} AS at, ${CAUSE_OF_LINK} AS cause FROM ${rows(LINKS)}) l JOIN causes c ON c.key = 'cause-v' || cause`,
  `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, amount_minor, gateway_reference,
                         gateway_payment_id, created_at, succeeded_at, settled_at, released_at, is_released, refund_reason, refunded_at,
                         refunded_minor, disputed_minor, last_error, donor_name, donor_email, donor_message, message_hidden_at, receipt_token,
                         receipt_number, cause_title)
   SELECT ${id('pay_')}, id, cause_key, 'card', 'stripe', 1, state, 50, currency, 5000, 'pi_v' || n,
          CASE WHEN state IN ${MONEY} THEN 'ch_v' || n END, created_at,
          CASE WHEN state IN ${MONEY} THEN created_at END, CASE WHEN state IN ${MONEY} THEN created_at END,
          CASE WHEN state IN ${MONEY} THEN created_at + interval '2 days' END,
          state IN ${MONEY} AND created_at < now() - interval '2 days',
          CASE WHEN state IN ('refund_due', 'refunded') THEN 'late' END, CASE WHEN state = 'refunded' THEN created_at END,
          CASE WHEN state = 'approved' AND n % 500 = 8 THEN 1000 ELSE 0 END,
          CASE WHEN state = 'approved' AND n % 1000 = 16 THEN 5000 ELSE 0 END,
          CASE WHEN state = 'declined' OR (state = 'canceled' AND n % 300 = 1) THEN 'card_declined' END,
          'Donor ' || n, 'donor' || n % 30000 || '@example.org', CASE WHEN n % 3 = 1 THEN 'Good luck!' END,
          CASE WHEN n % 30 = 1 THEN now() END,
          CASE WHEN state = 'approved' THEN ${id('rct_')} END,
          CASE WHEN state = 'approved' THEN lpad(n::text, 10, '0') END, CASE WHEN state = 'approved' THEN 'Agua limpia' END
     FROM (SELECT l.*, CASE WHEN n % 15000 = 5 THEN 'refund_due' WHEN n % 15000 = 7 THEN 'pending' WHEN n % 10 = 1 THEN 'canceled'
                               WHEN n % 50 = 2 THEN 'declined' WHEN n % 100 = 7 THEN 'refunded' ELSE 'approved' END AS state
             FROM (SELECT l.*, substr(id, 5)::int AS n FROM checkout_links l WHERE id LIKE 'chl_00000000%') l WHERE n % 3 > 0) l`,
  `INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at, created_at)
   SELECT 'ltx_' || id, 'donation', 'donation:' || id, id, succeeded_at, succeeded_at FROM payments WHERE state = 'approved'`,
  `INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
   SELECT 'ltx_' || id, line, account, detail, currency, share, cause_key
     FROM payments, (VALUES (1, 'gateway', 'stripe', 5000), (2, 'creator', '', -4750), (3, 'commission', '', -250))
          AS e (line, account, detail, share)
    WHERE state = 'approved'`,
  `INSERT INTO refunds (id, payment_id, request_key, amount_minor, reason, state, requested_by, created_at, settled_at)
   SELECT 'rfd_' || id, id, 'form', 1000, 'Asked for', 'succeeded', 'acc_vstaff', created_at, created_at
     FROM payments WHERE state = 'approved' LIMIT ${SOME}`,
  `INSERT INTO refunds (id, payment_id, request_key, amount_minor, reason, state, requested_by, created_at, settled_at, returned_at, last_error)
   SELECT 'rfd_f' || id, id, 'failed', 1000, 'Asked for', 'failed', 'acc_vstaff', created_at, created_at,
          CASE WHEN substr(id, 5)::int % 1000 = 8 THEN created_at END, 'refund_failed'
     FROM payments WHERE refunded_minor = 1000`,
  `INSERT INTO refund_approvals (id, payment_id, request_key, amount_minor, seen_minor, reason, requested_by, requested_at, decided_by,
                                 decided_at, refund_id)
   SELECT 'rfa_' || id, payment_id, request_key, 1000, 0, reason, 'acc_vstaff', created_at, 'acc_v1', created_at, id
     FROM refunds WHERE state = 'succeeded'`,
  `INSERT INTO refund_approvals (id, payment_id, request_key, amount_minor, seen_minor, reason, requested_by, requested_at)
   SELECT 'rfa_w' || id, id, 'waits', 1000, 0, 'Asked for', 'acc_vstaff', created_at
     FROM payments WHERE state = 'approved' AND substr(id, 5)::int % 2000 = 24`,
  `INSERT INTO manual_refunds (id, payment_id, refund_id, amount_minor, reference, sent_on, recorded_by, recorded_at)
   SELECT 'mrf_' || id, payment_id, id, 1000, 'TRX ' || id, created_at, 'acc_vstaff', created_at
     FROM refunds WHERE state = 'succeeded'`,
  `INSERT INTO write_offs (id, payment_id, amount_minor, reason, requested_by, requested_at, decided_by, decided_at, outcome)
   SELECT 'wof_' || id, payment_id, 1000, 'Not found', 'acc_vstaff', created_at, 'acc_v1', created_at, 'refused'
     FROM refunds WHERE state = 'succeeded'`,
  `INSERT INTO write_offs (id, payment_id, amount_minor, reason, requested_by, requested_at)
   SELECT 'wof_w' || id, id, 5000, 'Not found', 'acc_vstaff', created_at FROM payments WHERE state = 'refund_due'`,
  `INSERT INTO disputes (id, payment_id, gateway, gateway_dispute_id, kind, status, amount_minor, currency, respond_by, opened_at, created_at)
   SELECT 'dsp_' || id, id, 'stripe', 'du_' || id, 'chargeback', 'open', 5000, currency, created_at + interval '7 days', created_at, created_at
     FROM payments WHERE disputed_minor > 0`,
  `INSERT INTO disputes (id, payment_id, gateway, gateway_dispute_id, kind, status, amount_minor, currency, opened_at, ended_at, created_at)
   SELECT 'dsp_c' || id, id, 'stripe', 'du_c' || id, 'inquiry', 'closed', 5000, currency, created_at, created_at, created_at
     FROM payments WHERE state = 'approved' AND disputed_minor = 0 LIMIT ${SOME}`,
  `INSERT INTO declines (gateway, reference, link_id, code, declined_at, cause_key, network, wide_network)
   SELECT 'stripe', 'ch_d' || n, l.id, 'card_declined', ${MINUTES_AGO}, l.cause_key, CASE WHEN n < 1440 THEN 'network-' || n % 50 END,
          CASE WHEN n < 1440 THEN 'wide-' || n % 20 END
     FROM ${rows(SOME)} JOIN checkout_links l ON l.id = ${id('chl_', 'n')}`,
  `INSERT INTO card_callers (link_id, network, wide_network, asked_at)
   SELECT id, 'network-' || n % 2000, 'wide-' || n % 500, now() - n * interval '10 seconds'
     FROM (SELECT id, row_number() OVER () AS n FROM checkout_links WHERE id LIKE 'chl_00000000%' LIMIT ${SOME}) l`,
  `INSERT INTO approved_networks (network, approved_at)
   SELECT 'network-' || n, now() - n * interval '1 minute' FROM ${rows(SOME)}`,
  `INSERT INTO card_pauses (id, kind, subject, link_id, declines, approvals, started_at, ends_at)
   SELECT ${id('cps_')}, 'network', 'network-' || n, ${id('chl_', 'n')}, 30, 0, now() - n * interval '10 seconds', now() - (n - 30) * interval '10 seconds'
     FROM ${rows(SOME)}`,
  `INSERT INTO gateway_events (id, gateway, event_id, type, reference, received_at, handled_at)
   SELECT ${id('evt_')}, 'stripe', ${id('evt_')}, 'payment_intent.succeeded', 'pi_v' || n, ${MINUTES_AGO},
          CASE WHEN n % 15000 > 0 THEN now() END FROM ${rows(LINKS)}`,
  `INSERT INTO emails (id, recipient, template, locale, data, created_at, sent_at)
   SELECT ${id('eml_')}, 'donor@example.org', 'receipt', 'en', jsonb_build_object('paymentId', ${id('pay_')}), ${MINUTES_AGO}, now()
     FROM ${rows(LINKS)}`,
  // One owner in a hundred has had more than a day's allowance of mails.
  `INSERT INTO emails (id, recipient, template, locale, data, created_at, sent_at, admitted_at)
   SELECT ${id('eml_c')}, CASE WHEN n % 100 = 0 THEN '${VOLUME.creatorEmail}' ELSE 'owner' || n || '@example.org' END, 'cause_created', 'en',
          '{"name": "C", "title": "A well", "causeUrl": "https://give.example.org/c/a-well"}', now(), now(), now()
     FROM ${rows(SOME)}`,
  `INSERT INTO audit_entries (id, actor, action, subject, data, at)
   SELECT ${id('aud_')}, 'acc_v' || n % 50, 'link.cancel', ${id('chl_', 'n')}, '{}', ${MINUTES_AGO} FROM ${rows(LINKS)}`,
  `INSERT INTO idempotency_records (scope, key, method, path, body_hash, status, response, created_at)
   SELECT 'clt_v' || n % 100, 'key-' || n, 'POST', '/v1/checkout_links', 'hash', 201, '{}', now() - n * interval '1 second'
     FROM ${rows(LINKS)}`,
  `INSERT INTO sessions (id, token, account_id, expires_at, proven_at)
   SELECT ${id('ses_')}, 'token' || n, 'acc_v' || n, now() + interval '7 days', now() FROM ${rows(SOME)}`,
  `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, user_agent)
   SELECT 'psk_v' || n, 'acc_v' || 2 + n % 1000, 'credential' || n, '\\x00', 0, '{}', '' FROM ${rows(SOME)}`,
  `INSERT INTO known_browsers (account_id, token_hash, last_seen_at) SELECT 'acc_v' || n, 'token' || n, now() FROM ${rows(SOME)}`,
  `INSERT INTO sign_in_challenges (id, account_id, to_path, expires_at)
   SELECT 'sic_v' || n, 'acc_v' || n, '/dashboard', now() + interval '1 hour' FROM ${rows(SOME)}`,
  `INSERT INTO form_results (id, account_id, action, sealed_values, faults) SELECT 'frm_v' || n, 'acc_v' || n, 'cause.edit', '', '[]' FROM ${rows(SOME)}`,
  `INSERT INTO ledger_checks (id, checked_at, differences) SELECT 'chk_v' || n, now() - n * interval '1 hour', '[]' FROM ${rows(SOME)}`,
  // The last run found a difference, which is acknowledged.
  `INSERT INTO reconciliations (id, gateway, from_at, to_at, routine, started_at, finished_at, balances, differences)
   SELECT 'rec_v' || n, 'stripe', at - interval '3 days', at, true, at, at, '[]',
          CASE WHEN n = 1 THEN '[{"about": "unknown_movement", "subject": "txn_v1", "paymentId": null, "currency": "USD",
                                  "oursMinor": "0", "theirsMinor": "-5"}]'::jsonb ELSE '[]' END
     FROM (SELECT n, now() - n * interval '1 day' AS at FROM ${rows(SOME)}) r`,
  `INSERT INTO reconciliation_acknowledgements (id, gateway, about, subject, currency, ours_minor, theirs_minor, reason,
                                               acknowledged_by, acknowledged_at)
   SELECT 'ack_v' || n, 'stripe', 'unknown_movement', 'txn_v' || n, 'USD', '0', '-5', 'A fee', 'acc_vstaff', ${MINUTES_AGO}
     FROM ${rows(SOME)}`,
  `INSERT INTO book_lines (gateway, line_id, kind, gateway_payment_id, currency, gross_minor, fee_minor, net_minor, at)
   SELECT gateway, 'txn_' || id, 'payment', gateway_payment_id, currency, 5000, 0, 5000, succeeded_at
     FROM payments WHERE state = 'approved'`,
  `INSERT INTO bank_accounts (id, owner_id, country, currency, bank_name, account_type, account_number, account_number_end, holder_name,
                              holder_document, created_at)
   SELECT ${id('ba_')}, 'acc_v' || n, 'us', 'USD', 'Bank', 'checking', '1234' || n, right('1234' || n, 4), 'Creator ' || n,
          'ID ' || n, ${MINUTES_AGO} FROM ${rows(SOME)}`,
  `UPDATE bank_accounts SET state = 'verified', reviewed_at = now(), reviewed_by = 'acc_vstaff' WHERE substr(id, 4)::int % 80 <> 2`,
  `INSERT INTO withdrawals (id, cause_key, bank_account_id, requested_by, idempotency_key, amount, currency, reason, state, requested_at,
                            decided_by, decided_at, paid_by, paid_at, failed_at)
   SELECT ${id('wd_')}, c.key, ${id('ba_', '1')}, c.owner_id, 'form-' || n, 1, c.currency, '', w.state, at,
          CASE WHEN w.state <> 'requested' THEN 'acc_vstaff' END, CASE WHEN w.state <> 'requested' THEN at END,
          CASE WHEN w.state = 'paid' THEN 'acc_vstaff' END, CASE WHEN w.state = 'paid' THEN at END, CASE WHEN w.state = 'failed' THEN at END
     FROM (SELECT n, ${MINUTES_AGO} AS at, CASE n % 5 WHEN 0 THEN 1 ELSE ${OWN_CAUSES + 1} + n % 800 END AS cause,
                  CASE n % 100 WHEN 1 THEN 'requested' WHEN 2 THEN 'approved' WHEN 3 THEN 'rejected' WHEN 4 THEN 'cancelled'
                               WHEN 5 THEN 'failed' ELSE 'paid' END AS state FROM ${rows(SOME)}) w
     JOIN causes c ON c.key = 'cause-v' || cause`,
  // The first has a file, encrypted with an unencrypted key.
  `INSERT INTO bank_account_evidence (bank_account_id, link, media_type, content, file_key, added_by, added_at)
   SELECT id, CASE WHEN id <> ${id('ba_', '1')} THEN 'https://bank.example.org/letters/1' END,
          CASE WHEN id = ${id('ba_', '1')} THEN 'application/pdf' END,
          CASE WHEN id = ${id('ba_', '1')} THEN '\\x${EVIDENCE}'::bytea END,
          CASE WHEN id = ${id('ba_', '1')} THEN '${EVIDENCE_KEY}' END, 'acc_vstaff', created_at
     FROM bank_accounts WHERE state = 'verified'`,
  `INSERT INTO payout_batches (id, currency, created_by, created_at, started_by, started_at, exported_at, sent_by, sent_at)
   SELECT ${id('bat_')}, 'USD', 'acc_vstaff', ${MINUTES_AGO}, 'acc_vstaff', now(), now(), 'acc_vstaff', now() FROM ${rows(SOME)}`,
  `INSERT INTO payout_items (reference, batch_id, withdrawal_id)
   SELECT 'W' || lpad(substr(id, 4), 24, '0'), ${id('bat_', 'substr(id, 4)::int')}, id FROM withdrawals WHERE state = 'paid'`,
  `INSERT INTO notes (id, kind, subject, author_id, text, created_at)
   SELECT ${id('note_')}, CASE n % 2 WHEN 0 THEN 'payment' ELSE 'donor' END, ${id('pay_')}, 'acc_vstaff', 'Called about it', ${MINUTES_AGO}
     FROM ${rows(SOME)}`,
  `INSERT INTO ledger_transactions (id, kind, dedupe_key, withdrawal_id, at)
   SELECT 'ltx_' || id, 'withdrawal', 'withdrawal:' || id, id, requested_at FROM withdrawals WHERE state IN ('requested', 'approved', 'paid')`,
  `INSERT INTO ledger_entries (transaction_id, line, account, currency, amount_minor, cause_key)
   SELECT 'ltx_' || id, line, account, currency, share, cause_key
     FROM withdrawals, (VALUES (1, 'creator', 100), (2, 'paid_out', -100)) AS e (line, account, share)
    WHERE state IN ('requested', 'approved', 'paid')`,
];
