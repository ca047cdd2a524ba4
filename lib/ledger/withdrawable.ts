import { rulesOf } from '#lib/causes/states.ts';
import type { Tx } from '#lib/db.ts';

/** Money that a gateway has not released yet, in minor units, and the day of the release (UTC, `2026-12-03`). */
export type ExpectedRelease = {
  /** Null if the gateway has not reported it yet, or has not confirmed it although it has come. */
  day: string | null;
  amountMinor: bigint;
};

/** The withdrawable money of a cause, or of several of one currency. Minor units (lib/money.ts). */
export type Withdrawable = {
  /** What the ledger owes the creator, released or not; negative when more was reversed than was left. */
  owedMinor: bigint;
  /** The part that gateways have not released, earliest day first, without a day last. */
  onItsWay: ExpectedRelease[];
  onItsWayMinor: bigint;
  /** The part that gateways have released. */
  releasedMinor: bigint;
  /**
   * The same over all causes of the creator in this currency: no cause pays out more. Of other causes, what is released
   * counts only where it can be paid out now; what is missing always counts.
   */
  creatorReleasedMinor: bigint;
  /** Reserved for deficits of the creator's other causes. */
  keptForOthersMinor: bigint;
  /**
   * What can be withdrawn now; negative when more was reversed than was left. Of one cause: once its state pays out. Of
   * several: without the money of those that pay out nothing now.
   */
  availableMinor: bigint;
};

type CauseOfCreator = { key: string; currency: string; ownerId: string };
type CauseState = { key: string; state: string };
type Row = { key: string; currency: string; owed: string; day: string | null; waiting: string };

/**
 * What can be withdrawn from a cause now, by what gateways have confirmed, never by the clock (ruling 56). Before money is
 * reserved or paid, call it under `lockCausesOf`.
 */
export async function withdrawableOf(tx: Tx, cause: CauseOfCreator, now: Date): Promise<Withdrawable> {
  const { ownerId, currency } = cause;
  const causes = await tx.cause.findMany({
    where: { ownerId, currency },
    select: { key: true, state: true },
  });
  const rows = await balanceRows(
    tx,
    causes.map(({ key }) => key),
    now,
  );
  const ofCurrency = rows.filter((row) => row.currency === currency);
  return withdrawable(
    ofCurrency.filter(({ key }) => key === cause.key),
    countedOf(ofCurrency, causes, cause.key),
  );
}

/** What a creator can withdraw now: from each of their causes, by key, and in each currency, by code. */
export async function withdrawableOfCreator(
  tx: Tx,
  causes: readonly (Pick<CauseOfCreator, 'key' | 'currency'> & CauseState)[],
  now: Date,
): Promise<{ byCause: Map<string, Withdrawable>; byCurrency: Map<string, Withdrawable> }> {
  const currencyOf = new Map(causes.map(({ key, currency }) => [key, currency]));
  const rows = await balanceRows(tx, [...currencyOf.keys()], now);
  const own = rows.filter(({ key, currency }) => currencyOf.get(key) === currency);
  const ofCurrency = Map.groupBy(own, ({ currency }) => currency);
  const byCurrency = new Map(
    [...ofCurrency].map(([currency, of]) => {
      const creatorReleasedMinor = countedOf(of, causes);
      const all = withdrawable(of, creatorReleasedMinor);
      return [currency, { ...all, keptForOthersMinor: 0n, availableMinor: creatorReleasedMinor }];
    }),
  );
  const ofCause = Map.groupBy(own, ({ key }) => key);
  const byCause = new Map(
    causes.map(({ key, currency }) => [
      key,
      withdrawable(ofCause.get(key) ?? [], countedOf(ofCurrency.get(currency) ?? [], causes, key)),
    ]),
  );
  return { byCause, byCurrency };
}

/**
 * What causes have released together, from rows of one currency. A cause whose state pays out nothing, for now or for good,
 * adds nothing: its money cannot be spent, so that of another cause would be spent in its place. What it lacks counts.
 * @param own the cause that is asked for, which counts whatever its state
 */
function countedOf(rows: readonly Row[], causes: readonly CauseState[], own?: string): bigint {
  const stateOf = new Map(causes.map(({ key, state }) => [key, state]));
  const counts = (key: string) => key === own || rulesOf(stateOf.get(key) ?? '').paysOut;
  const released = [...Map.groupBy(rows, ({ key }) => key)].map(([key, of]) => ({
    key,
    amount: releasedOf(of),
  }));
  return sum(released.filter(({ key, amount }) => amount < 0n || counts(key)).map(({ amount }) => amount));
}

/**
 * The amount that the ledger owes for each cause and its unreleased part by day, in one statement, so that a payment
 * received at this moment is in both or in neither. The unreleased part is the creator's share of unreleased payments, less
 * their reversals; the amount owed comes from an index alone. A cause without entries has no row.
 */
function balanceRows(tx: Tx, keys: string[], now: Date): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    WITH owed AS (
      SELECT cause_key, currency, -SUM(amount_minor) AS amount FROM ledger_entries
       WHERE cause_key = ANY(${keys}) AND account = 'creator' GROUP BY cause_key, currency
    ), waiting AS (
      SELECT p.cause_key, p.currency, SUM(of_creator.amount) AS amount,
             to_char(CASE WHEN p.released_at > ${now} THEN p.released_at END AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
        FROM payments p
       CROSS JOIN LATERAL (
             SELECT -SUM(e.amount_minor) AS amount
               FROM ledger_transactions t
               JOIN ledger_entries e ON e.transaction_id = t.id
              WHERE t.payment_id = p.id AND e.account = 'creator' AND e.currency = p.currency) of_creator
       WHERE p.cause_key = ANY(${keys}) AND p.state = 'approved'
         AND NOT p.is_released AND of_creator.amount > 0
       GROUP BY p.cause_key, p.currency, day
    )
    SELECT o.cause_key AS key, o.currency, o.amount::text AS owed, w.day, COALESCE(w.amount, 0)::text AS waiting
      FROM owed o LEFT JOIN waiting w ON w.cause_key = o.cause_key AND w.currency = o.currency
     ORDER BY w.day NULLS LAST`;
}

/** The released amounts, from rows of one currency. Every row of a cause repeats the amount owed. */
function releasedOf(rows: readonly Row[]): bigint {
  const owed = new Map(rows.map((row) => [row.key, BigInt(row.owed)]));
  return sum(owed.values()) - sum(rows.map(({ waiting }) => BigInt(waiting)));
}

function withdrawable(rows: readonly Row[], creatorReleasedMinor: bigint): Withdrawable {
  const releasedMinor = releasedOf(rows);
  const days = Map.groupBy(rows, ({ day }) => day);
  const onItsWay = [...days].map(([day, of]) => ({
    day,
    amountMinor: sum(of.map(({ waiting }) => BigInt(waiting))),
  }));
  const arrivals = onItsWay.filter(({ amountMinor }) => amountMinor > 0n);
  const onItsWayMinor = sum(arrivals.map(({ amountMinor }) => amountMinor));
  const keptForOthersMinor = keptForOthers(releasedMinor, creatorReleasedMinor);
  return {
    owedMinor: releasedMinor + onItsWayMinor,
    onItsWay: arrivals,
    onItsWayMinor,
    releasedMinor,
    creatorReleasedMinor,
    keptForOthersMinor,
    availableMinor: releasedMinor - keptForOthersMinor,
  };
}

/** If the creator has less in total than a cause has, the cause keeps the difference, at most its own amount. */
function keptForOthers(releasedMinor: bigint, creatorReleasedMinor: bigint): bigint {
  if (releasedMinor <= 0n || creatorReleasedMinor >= releasedMinor) return 0n;
  return creatorReleasedMinor < 0n ? releasedMinor : releasedMinor - creatorReleasedMinor;
}

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
