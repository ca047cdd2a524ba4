import { findAccount } from '#lib/accounts/account.ts';
import { pauseOf, stateBeforeFraud } from '#lib/causes/change-state.ts';
import { publicFeeModel } from '#lib/causes/fees.ts';
import { causePath } from '#lib/causes/present.ts';
import { CAUSE_STATES, causeState, isPubliclyVisible, STATE_RULES } from '#lib/causes/states.ts';
import { causeTotals } from '#lib/causes/totals.ts';
import { possibleMoves } from '#lib/causes/transitions.ts';
import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { goalMajor } from '#lib/money.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { isStorableText } from '#lib/storable-text.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { fromMinor } from './amounts.ts';
import { recentAudit } from './audit.ts';
import { type ListQuery, readChoice, searchText, withinDays } from './filters.ts';
import { type Found, foundIn, MAX_FOUND } from './found.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';
import { listNotes } from './notes.ts';

const SHOWN = { owner: { select: { email: true } }, client: { select: { name: true } } } as const;
type ShownCause = Prisma.CauseGetPayload<{ include: typeof SHOWN }>;

export type CauseRow = ReturnType<typeof causeRow>;
export type CauseDetail = NonNullable<Awaited<ReturnType<typeof findCauseDetail>>>;

/** Causes, newest first, filtered by client, state or days, or found by a search. */
export async function causeList(query: ListQuery): Promise<StaffList<ShownCause, CauseRow>> {
  const text = searchText(query);
  const state = readChoice(query, 'state', CAUSE_STATES);
  const clientId = searchText(query, 'client');
  const found = text === undefined ? undefined : await findCauses(text);
  return {
    isCut: found?.isCut ?? false,
    where: {
      ...withinDays(query, 'createdAt'),
      ...(found ? { key: { in: found.ids } } : {}),
      ...(state ? { state } : {}),
      ...(clientId ? { clientId } : {}),
    },
    orders: byTime('createdAt', 'key'),
    find: (where, paging) => db().cause.findMany({ where, ...paging, include: SHOWN }),
    count: (where, paging) => db().cause.count({ where, ...paging }),
    present: (causes) => causes.map(causeRow),
  };
}

function causeRow({ key, title, state, client, owner, ownerId, createdAt, externalReference }: ShownCause) {
  return {
    key,
    title,
    createdAt,
    ownerId,
    /** The partner's reference. */
    externalReference,
    state: causeState(state),
    clientName: client.name,
    ownerEmail: readableEmail(owner.email),
  };
}

/** A page of that list. */
export async function listCauses(query: ListQuery): Promise<Listed<CauseRow>> {
  return listPage(await causeList(query), query);
}

/**
 * Keys of causes that match a search: by key or address, by the owner's email, by words of the title. Each has its index.
 */
export async function findCauses(text: string): Promise<Found> {
  const [address, owner, byTitle] = await Promise.all([
    db().causeAddress.findUnique({ where: { address: text.toLowerCase() } }),
    text.includes('@') ? findAccount(db(), text) : null,
    findByTitle(text),
  ]);
  const owned = owner ? await findOwned(owner.id) : [];
  return foundIn(address ? [{ id: address.causeKey }] : [], owned, byTitle);
}

async function findOwned(ownerId: string): Promise<{ id: string }[]> {
  const causes = await db().cause.findMany({
    where: { ownerId },
    select: { key: true },
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    take: MAX_FOUND + 1,
  });
  return causes.map(({ key }) => ({ id: key }));
}

/** Every word is a word of the title, or the prefix of one. */
async function findByTitle(text: string): Promise<{ id: string }[]> {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu);
  if (!words) return [];
  const wanted = words.map((word) => `${word}:*`).join(' & ');
  return db().$queryRaw<{ id: string }[]>`
    SELECT key AS id FROM causes
     WHERE to_tsvector('simple', search_key(title)) @@ to_tsquery('simple', search_key(${wanted}))
     ORDER BY created_at DESC LIMIT ${MAX_FOUND + 1}`;
}

/** The staff view of a cause; null if there is none. */
export async function findCauseDetail(actorId: string, key: string, now: Date) {
  if (!isStorableText(key)) return null;
  const cause = await db().cause.findUnique({ where: { key }, include: { owner: true, client: true } });
  if (!cause) return null;
  const [totals, withdrawable, history, notes] = await Promise.all([
    causeTotals(db(), key),
    withdrawableOf(db(), cause, now),
    recentAudit(key),
    listNotes('cause', key),
  ]);
  const { slug, clientId, owner, country, currency, description } = cause;
  const row = causeRow(cause);
  const isOwn = (await partsOf(db(), 'cause.change_state', actorId, { owns: cause.ownerId })).has('owns');
  return {
    ...row,
    slug,
    clientId,
    country,
    currency,
    description,
    closesAt: cause.closesAt,
    /** The path of the public page; null if there is none. */
    path: isPubliclyVisible(row.state) ? causePath(slug) : null,
    pausedBy: pauseOf(cause).by,
    feePercent: cause.feePercent.toNumber(),
    feeModel: publicFeeModel(cause.feeModel),
    /** Null without a goal. */
    goal: cause.goalAmount === 0n ? null : { amountMajor: goalMajor(Number(cause.goalAmount), currency), currency },
    collected: { amountMajor: totals.collected, currency },
    contributions: totals.contributions,
    available: fromMinor(withdrawable.availableMinor, currency),
    /** Money that gateways have not released yet. */
    onItsWay: fromMinor(withdrawable.onItsWayMinor, currency),
    owner: { name: owner.name, email: readableEmail(owner.email), phone: owner.phone },
    terms: { version: cause.termsVersion, acceptedAt: cause.termsAcceptedAt, ip: cause.termsAcceptedIp },
    /** The states that it can be moved to, and whether it collects there. */
    moves: possibleMoves(isOwn ? 'creator' : 'staff', row.state, pauseOf(cause)).map((to) => ({
      to,
      collects: STATE_RULES[to].collects,
    })),
    notes,
    /** Its state before it was marked as fraud; null if it is not, or if that is not known. */
    before: isOwn ? null : (stateBeforeFraud(cause)?.state ?? null),
    history,
  };
}
