import { amountCell, csvHeader, csvLine } from '#lib/csv.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { lockPayoutBatch } from '#lib/locks.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { withdrawnMinor } from './amount.ts';
import { decryptNumbers } from './bank-accounts.ts';
import { BANK_CODES, type BankCodes } from './bank-format-view.ts';
import { type BankBatch, type Debtor, pain001 } from './pain-001.ts';
import { requireStaff } from './require-staff.ts';

export const BATCH_FORMATS = ['csv', 'xml'] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];

/**
 * The file of a batch for the bank, with the whole account numbers, for staff, once sending has started; each download is
 * audited. The same batch always makes the same file, with the same message id, so that a bank recognises one that it has had
 * before.
 * @returns the file's text
 * @throws DomainError `not_allowed`, `batch_not_found` (also for XML without an account that pays); `batch_not_started`;
 * `batch_ended` once it was cancelled or not sent; UnreadableValue.
 */
export async function exportBatch(actor: Actor, id: string, format: BatchFormat, now: Date): Promise<string> {
  requireStaff(actor);
  const { batch, debtor } = await transaction(async (tx) => {
    await lockPayoutBatch(tx, id);
    const found = await loadBatch(tx, id);
    if (format === 'xml' && found.debtor === null) throw new DomainError('batch_not_found');
    if (found.exportedAt === null) await tx.payoutBatch.update({ where: { id }, data: { exportedAt: now } });
    await audit(tx, { actor: actor.id, action: 'batch.export', subject: id, data: { format } });
    return found;
  });
  return format === 'xml' && debtor ? pain001(batch, debtor) : csv(batch);
}

/** The order of a batch's withdrawals in its files and on its page. */
export const BATCH_ORDER = [
  { withdrawal: { requestedAt: 'asc' } },
  { withdrawalId: 'asc' },
] satisfies Prisma.PayoutItemOrderByWithRelationInput[];

async function loadBatch(tx: Tx, id: string) {
  const found = await tx.payoutBatch.findUnique({
    where: { id },
    include: {
      items: {
        where: { releasedAt: null },
        orderBy: BATCH_ORDER,
        include: { withdrawal: { include: { bankAccount: true } } },
      },
    },
  });
  if (!found) throw new DomainError('batch_not_found');
  const { currency, createdAt, exportedAt, startedAt, cancelledAt, debtorName, debtorAccount, debtorBic } = found;
  if (cancelledAt) throw new DomainError('batch_ended');
  if (!startedAt) throw new DomainError('batch_not_started');
  const transfers = found.items.map(({ reference, withdrawal }) => ({
    reference,
    withdrawalId: withdrawal.id,
    amountMinor: withdrawnMinor(withdrawal),
    ...decryptNumbers(withdrawal.bankAccount),
    holderName: withdrawal.bankAccount.holderName,
    country: withdrawal.bankAccount.country,
    bankName: withdrawal.bankAccount.bankName,
    accountType: withdrawal.bankAccount.accountType,
    bankCodes: withdrawal.bankAccount.bankCodes as BankCodes,
  }));
  const batch: BankBatch = { id, currency, createdAt, startedAt, transfers };
  const debtor: Debtor | null =
    debtorName === null || debtorAccount === null ? null : { name: debtorName, account: debtorAccount, bic: debtorBic };
  return { batch, debtor, exportedAt };
}

/** The columns of the CSV file, at the end those of `BANK_CODES`. Their names never change, because programs read it too. */
const COLUMNS = [
  'reference',
  'withdrawal_id',
  'holder_name',
  'holder_document',
  'country',
  'bank',
  'account_type',
  'account_number',
  'amount',
  'currency',
  'routing_number',
  'sort_code',
  'bsb',
  'institution',
  'transit',
  'bank_code',
  'branch',
  'bic',
];

function csv({ currency, transfers }: BankBatch): string {
  const units = minorUnitsPerMajor(currency);
  const lines = transfers.map((transfer) => [
    transfer.reference,
    transfer.withdrawalId,
    transfer.holderName,
    transfer.holderDocument,
    transfer.country.toUpperCase(),
    transfer.bankName,
    transfer.accountType ?? '',
    transfer.accountNumber,
    amountCell(Number(transfer.amountMinor), units),
    currency,
    ...BANK_CODES.map((code) => transfer.bankCodes[code] ?? ''),
  ]);
  return [csvHeader(COLUMNS), ...lines.map((cells) => csvLine(cells))].join('');
}
