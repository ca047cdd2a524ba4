import type { Tx } from '#lib/db.ts';
import { canonicalEmail } from '#lib/email-key.ts';
import type {
  Account,
  BankAccount,
  Cause,
  CauseUpdate,
  Email,
  KnownBrowser,
  Note,
  Passkey,
  Session,
  Withdrawal,
} from '#prisma/generated/client.ts';

/** All that is stored of the holder of an account. `mails` are those to its address that are not about a donation. */
export type CreatorRecords = {
  account: Account;
  causes: Cause[];
  updates: CauseUpdate[];
  withdrawals: Withdrawal[];
  bankAccounts: BankAccount[];
  sessions: Session[];
  browsers: KnownBrowser[];
  passkeys: Passkey[];
  mails: Email[];
  notes: Note[];
};

/** One query after another, because a transaction has one connection. */
export async function readCreatorRecords(tx: Tx, account: Account): Promise<CreatorRecords> {
  const of = { where: { accountId: account.id } };
  const causes = await tx.cause.findMany({ where: { ownerId: account.id }, orderBy: { createdAt: 'desc' } });
  const ofCauses = { where: { causeKey: { in: causes.map(({ key }) => key) } } };
  return {
    account,
    causes,
    updates: await tx.causeUpdate.findMany({ ...ofCauses, orderBy: { publishedAt: 'desc' } }),
    withdrawals: await tx.withdrawal.findMany({ ...ofCauses, orderBy: { requestedAt: 'desc' } }),
    bankAccounts: await tx.bankAccount.findMany({ where: { ownerId: account.id }, orderBy: { createdAt: 'desc' } }),
    sessions: await tx.session.findMany({ ...of, orderBy: { createdAt: 'desc' } }),
    browsers: await tx.knownBrowser.findMany(of),
    passkeys: await tx.passkey.findMany({ ...of, orderBy: { createdAt: 'desc' } }),
    mails: await mailsTo(tx, account.email),
    notes: await tx.note.findMany({
      where: { kind: 'creator', subject: account.id },
      orderBy: { createdAt: 'desc' },
    }),
  };
}

async function mailsTo(tx: Tx, address: string): Promise<Email[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM emails WHERE lower(recipient) = lower(${canonicalEmail(address)}) AND data ->> 'paymentId' IS NULL`;
  return tx.email.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy: { createdAt: 'desc' } });
}
