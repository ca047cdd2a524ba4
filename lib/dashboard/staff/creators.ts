import { ROLES } from '#lib/accounts/account.ts';
import { causeState } from '#lib/causes/states.ts';
import { db, transaction } from '#lib/db.ts';
import { isErasedAddress, readableEmail } from '#lib/email-key.ts';
import { creatorBalances } from '#lib/ledger/balance.ts';
import { withdrawableOfCreator } from '#lib/ledger/withdrawable.ts';
import { oneOf } from '#lib/one-of.ts';
import { exportCreator } from '#lib/people/export-creator.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { listSessionsOf } from '#lib/sessions/list.ts';
import { listBankAccounts } from '#lib/withdrawals/bank-accounts.ts';
import { listOwnWithdrawals } from '#lib/withdrawals/list.ts';
import { fromMinor } from './amounts.ts';
import { listNotes } from './notes.ts';
import { listMailsTo } from './sent-mails.ts';
import { type BankAccountState, withdrawalRows } from './withdrawals.ts';

/** The most causes shown; the list of causes has the others. */
const MOST_CAUSES = 50;

/** An account as staff see it: a creator's, or one of staff. */
export type CreatorDetail = NonNullable<Awaited<ReturnType<typeof findCreatorDetail>>>;
/** The money of a creator in a currency, over all causes. */
export type CreatorBalance = CreatorDetail['balances'][number];
export type CreatorCause = CreatorDetail['causes'][number];
export type CreatorBankAccount = CreatorDetail['accounts'][number];
/** A browser that an account is signed in with. Both names are empty where unknown. */
export type CreatorSession = CreatorDetail['sessions'][number];

/** The page of a creator's account, or of a staff member's; null if there is none. */
export async function findCreatorDetail(actor: Actor, id: string, now: Date) {
  const account = await db().account.findUnique({ where: { id } });
  if (!account) return null;
  const { name, email, phone, createdAt } = account;
  const role = oneOf(ROLES, account.role);
  const [causes, withdrawals, accounts, sessions, mails, notes] = await Promise.all([
    db().cause.findMany({
      where: { ownerId: id },
      select: { key: true, title: true, state: true, currency: true, createdAt: true },
      orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    }),
    listOwnWithdrawals({ id: id, role }),
    listBankAccounts(actor, id),
    listSessionsOf({ id, role }, now),
    listMailsTo(email),
    listNotes('creator', id),
  ]);
  return {
    id,
    name,
    /** Null for one whose data was erased. */
    email: isErasedAddress(email) ? null : readableEmail(email),
    phone,
    role,
    createdAt,
    sessions,
    mails,
    notes,
    balances: await balancesOf(id, causes, now),
    causes: causes.slice(0, MOST_CAUSES).map(({ key, title, state, createdAt }) => ({
      key,
      title,
      createdAt,
      state: causeState(state),
    })),
    /** There are more than `causes` shows. */
    hasMoreCauses: causes.length > MOST_CAUSES,
    /** The latest ones. */
    withdrawals: await withdrawalRows(withdrawals.rows),
    hasMoreWithdrawals: withdrawals.after !== null,
    accounts: accounts.map((one) => ({
      id: one.id,
      holderName: one.holderName,
      currency: one.currency,
      createdAt: one.createdAt,
      account: `${one.bankName} ${one.maskedNumber}`,
      state: one.state as BankAccountState,
    })),
  };
}

/** The file of all that is stored of the holder of an account; null for none. */
export function exportCreatorFile(actorId: string, id: string, now: Date): Promise<string | null> {
  return transaction(async (tx) => {
    const account = await tx.account.findUnique({ where: { id }, select: { id: true } });
    return account && JSON.stringify(await exportCreator(tx, id, actorId, now), null, 2);
  });
}

type OwnCause = { key: string; state: string; currency: string };

/** One for each currency in which the ledger has entries of the creator. */
async function balancesOf(ownerId: string, causes: OwnCause[], now: Date) {
  const balances = await creatorBalances(db(), ownerId);
  const { byCurrency } = await withdrawableOfCreator(db(), causes, now);
  return balances.map(({ currency, collectedMinor, reservedMinor, paidOutMinor }) => {
    const money = (amountMinor: bigint) => fromMinor(amountMinor, currency);
    const withdrawable = byCurrency.get(currency);
    return {
      currency,
      collected: money(collectedMinor),
      available: money(withdrawable?.availableMinor ?? 0n),
      onItsWay: money(withdrawable?.onItsWayMinor ?? 0n),
      /** Requested and not yet paid out. */
      reserved: money(reservedMinor),
      paidOut: money(paidOutMinor),
    };
  });
}
