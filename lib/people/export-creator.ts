import { presentPicture } from '#lib/causes/pictures.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { env } from '#lib/env.ts';
import { goalMajor } from '#lib/money.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { withdrawnMajor } from '#lib/withdrawals/amount.ts';
import { evidenceFileName } from '#lib/withdrawals/evidence.ts';
import { sentOf } from '#lib/withdrawals/present.ts';
import type {
  Account,
  BankAccount,
  BankAccountEvidence,
  Cause,
  CausePicture,
  CauseUpdate,
  Withdrawal,
} from '#prisma/generated/client.ts';
import { readCreatorRecords } from './creator.ts';
import { exportMail, exportNote, timeOf } from './export-donor.ts';

/**
 * All that is stored of the holder of an account, for the person who asks for it: plain data that can be written as JSON. Amounts in
 * major units, times in RFC 3339. Of bank accounts, their last characters: nobody needs to be sent their own number.
 * @param by who exports it, for the audit log
 * @throws DomainError `creator_not_found`
 */
export async function exportCreator(tx: Tx, accountId: string, by: string, now: Date) {
  const account = await tx.account.findUnique({ where: { id: accountId } });
  if (!account) throw new DomainError('creator_not_found');
  const { causes, updates, withdrawals, bankAccounts, sessions, browsers, passkeys, mails, notes } =
    await readCreatorRecords(tx, account);
  const pictures = await tx.causePicture.findMany({
    where: { causeKey: { in: causes.map(({ key }) => key) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: PICTURE,
  });
  const evidence = await tx.bankAccountEvidence.findMany({
    where: { bankAccountId: { in: bankAccounts.map(({ id }) => id) } },
    select: { bankAccountId: true, link: true, mediaType: true, addedAt: true },
  });
  await audit(tx, { actor: by, action: 'creator.export', subject: accountId, data: {}, at: now });
  return {
    exported_at: timestamp(now),
    account: exportAccount(account),
    causes: causes.map((cause) => exportCause(cause, updates, pictures)),
    withdrawals: withdrawals.map(exportWithdrawal),
    bank_accounts: bankAccounts.map((bankAccount) => exportBankAccount(bankAccount, evidence)),
    sessions: sessions.map(({ createdAt, lastSeenAt, ipAddress, userAgent }) => ({
      created_at: timestamp(createdAt),
      last_seen_at: timestamp(lastSeenAt),
      ip_address: ipAddress,
      browser: userAgent,
    })),
    known_browsers: browsers.map(({ lastSeenAt }) => ({ last_seen_at: timestamp(lastSeenAt) })),
    passkeys: passkeys.map(({ createdAt, lastUsedAt, userAgent }) => ({
      created_at: timestamp(createdAt),
      last_used_at: timeOf(lastUsedAt),
      browser: userAgent,
    })),
    emails: mails.map(exportMail),
    notes: notes.map(exportNote),
  };
}

function exportAccount({ id, email, name, phone, role, timeZone, csvSeparator, createdAt }: Account) {
  return {
    id,
    email: readableEmail(email),
    name,
    phone,
    role,
    time_zone: timeZone,
    csv_separator: csvSeparator,
    created_at: timestamp(createdAt),
  };
}

/** A picture by its address, without its bytes. */
const PICTURE = { id: true, causeKey: true, alt: true, width: true, height: true, createdAt: true } as const;
type Picture = Pick<CausePicture, keyof typeof PICTURE>;
/** What a bank account was verified by, without the bytes of a file: staff can download it from the page of the account. */
type Evidence = Pick<BankAccountEvidence, 'bankAccountId' | 'link' | 'mediaType' | 'addedAt'>;

function exportCause(cause: Cause, updates: CauseUpdate[], pictures: Picture[]) {
  return {
    key: cause.key,
    title: cause.title,
    description: cause.description,
    use_of_funds: cause.useOfFunds,
    category: cause.category,
    cover_image_url: cause.coverImageUrl,
    address: cause.slug,
    state: cause.state,
    country: cause.country,
    currency: cause.currency,
    goal: goalMajor(Number(cause.goalAmount), cause.currency),
    hide_amounts: cause.hideAmounts,
    closes_at: timeOf(cause.closesAt),
    created_at: timestamp(cause.createdAt),
    terms: {
      version: cause.termsVersion,
      accepted_at: timestamp(cause.termsAcceptedAt),
      accepted_ip: cause.termsAcceptedIp,
    },
    updates: updates
      .filter(({ causeKey }) => causeKey === cause.key)
      .map(({ title, body, publishedAt }) => ({ title, body, published_at: timestamp(publishedAt) })),
    pictures: pictures
      .filter(({ causeKey }) => causeKey === cause.key)
      .map(({ createdAt, ...picture }) => ({
        url: env().publicBaseUrl + presentPicture(picture).large.path,
        description: picture.alt,
        added_at: timestamp(createdAt),
      })),
  };
}

function exportWithdrawal(withdrawal: Withdrawal) {
  const { sentReference, sentOn } = sentOf(withdrawal);
  return {
    id: withdrawal.id,
    cause: withdrawal.causeKey,
    bank_account: withdrawal.bankAccountId,
    amount: withdrawnMajor(withdrawal),
    currency: withdrawal.currency,
    reason: withdrawal.reason,
    status: withdrawal.state,
    note: withdrawal.note,
    requested_at: timestamp(withdrawal.requestedAt),
    decided_at: timeOf(withdrawal.decidedAt),
    paid_at: timeOf(withdrawal.paidAt),
    failed_at: timeOf(withdrawal.failedAt),
    sent: { reference: sentReference, day: sentOn },
  };
}

function exportBankAccount(account: BankAccount, evidence: Evidence[]) {
  const own = evidence.find(({ bankAccountId }) => bankAccountId === account.id) ?? null;
  return {
    id: account.id,
    bank: account.bankName,
    country: account.country,
    currency: account.currency,
    codes: account.bankCodes,
    account_type: account.accountType,
    account_number_end: account.accountNumberEnd,
    holder_name: account.holderName,
    status: account.state,
    note: account.reviewNote,
    evidence: own && {
      link: own.link,
      file: own.mediaType && evidenceFileName(account.id, own.mediaType),
      added_at: timestamp(own.addedAt),
    },
    reviewed_at: timeOf(account.reviewedAt),
    created_at: timestamp(account.createdAt),
  };
}
