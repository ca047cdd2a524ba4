import { findAccount } from '#lib/accounts/account.ts';
import { pauseOf } from '#lib/causes/change-state.ts';
import { publicFeeModel } from '#lib/causes/fees.ts';
import { CAUSE_STATES, causeState, isPubliclyVisible, STATE_RULES } from '#lib/causes/states.ts';
import { causeTotals } from '#lib/causes/totals.ts';
import { possibleMoves } from '#lib/causes/transitions.ts';
import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { withdrawableOf } from '#lib/ledger/withdrawable.ts';
import { goalMajor } from '#lib/money.ts';
import { isStorable } from '#lib/storable.ts';
import type { Query } from '../open-page.ts';
import type { CauseDetail, CauseRow, Listed } from '../staff-view.ts';
import { fromMinor } from './amounts.ts';
import { listAudit } from './audit.ts';
import { chosen, searchText } from './filters.ts';

const PAGE_SIZE = 50;
/** How many causes a search leads to: whoever means another says more. */
const MAX_FOUND = 500;

/** Causes, the newest first, of a client, in a state, or found by what names them. */
export async function listCauses(query: Query, after: Cursor | undefined): Promise<Listed<CauseRow>> {
  const [text, state, clientId] = [
    searchText(query),
    chosen(query, 'state', CAUSE_STATES),
    searchText(query, 'client'),
  ];
  const found = await db().cause.findMany({
    where: {
      ...(text === undefined ? {} : { key: { in: await findKeys(text) } }),
      ...(state ? { state } : {}),
      ...(clientId ? { clientId } : {}),
      ...olderThan(after, 'createdAt', 'key'),
    },
    orderBy: newestFirst('createdAt', 'key'),
    take: PAGE_SIZE + 1,
    include: { owner: { select: { email: true } }, client: { select: { name: true } } },
  });
  const page = cutPage(found, PAGE_SIZE, ({ createdAt: at, key: id }) => ({ at, id }));
  const rows = page.rows.map(({ key, title, state, client, owner, createdAt }) => ({
    ...{ key, title, createdAt, state: causeState(state) },
    clientName: client.name,
    ownerEmail: owner.email,
  }));
  return { rows, after: page.after };
}

/** Keys of causes that a text names: by key or address, by the owner's email, by words of the title. Each has its index. */
async function findKeys(text: string): Promise<string[]> {
  const [address, owner, byTitle] = await Promise.all([
    db().causeAddress.findUnique({ where: { address: text.toLowerCase() } }),
    text.includes('@') ? findAccount(db(), text) : null,
    keysByTitle(text),
  ]);
  const owned = owner
    ? await db().cause.findMany({ where: { ownerId: owner.id }, select: { key: true }, take: MAX_FOUND })
    : [];
  const keys = [...owned, ...byTitle].map(({ key }) => key);
  return address ? [address.causeKey, ...keys] : keys;
}

/** Every word, or its beginning, stands in the title. */
async function keysByTitle(text: string): Promise<{ key: string }[]> {
  const words = text.match(/[\p{L}\p{N}]+/gu);
  if (!words) return [];
  const wanted = words.map((word) => `${word}:*`).join(' & ');
  return db().$queryRaw<{ key: string }[]>`
    SELECT key FROM causes WHERE to_tsvector('simple', title) @@ to_tsquery('simple', ${wanted})
     ORDER BY created_at DESC LIMIT ${MAX_FOUND}`;
}

/** Everything that staff see of a cause; null where there is none. */
export async function findCauseDetail(key: string, now: Date): Promise<CauseDetail | null> {
  if (!isStorable(key)) return null;
  const cause = await db().cause.findUnique({ where: { key }, include: { owner: true, client: true } });
  if (!cause) return null;
  const [totals, withdrawable, history] = await Promise.all([
    causeTotals(db(), key),
    withdrawableOf(db(), cause, now),
    listAudit({ subject: key }, undefined),
  ]);
  const { title, slug, clientId, client, owner, country, currency, description, externalReference } = cause;
  const state = causeState(cause.state);
  const money = { currency, country };
  return {
    ...{ key, title, slug, clientId, country, currency, description, externalReference, state },
    ...{
      clientName: client.name,
      ownerEmail: owner.email,
      createdAt: cause.createdAt,
      closesAt: cause.closesAt,
    },
    path: isPubliclyVisible(state) ? `/c/${encodeURIComponent(slug)}` : null,
    pausedBy: pauseOf(cause).by,
    feePercent: cause.feePercent.toNumber(),
    feeModel: publicFeeModel(cause.feeModel),
    goal:
      cause.goalAmount === 0n
        ? null
        : { amountMajor: goalMajor(Number(cause.goalAmount), currency), ...money },
    collected: { amountMajor: totals.collected, ...money },
    contributions: totals.contributions,
    available: fromMinor(withdrawable.availableMinor, currency, country),
    onItsWay: fromMinor(withdrawable.onItsWayMinor, currency, country),
    owner: { name: owner.name, email: owner.email, phone: owner.phone },
    terms: { version: cause.termsVersion, acceptedAt: cause.termsAcceptedAt, ip: cause.termsAcceptedIp },
    moves: possibleMoves('staff', state, pauseOf(cause)).map((to) => ({
      to,
      collects: STATE_RULES[to].collects,
    })),
    history: history.rows,
  };
}
