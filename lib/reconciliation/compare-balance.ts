import { db } from '#lib/db.ts';
import type { Rail } from '#lib/rails/port/rail.ts';
import type { AccountBalance } from './difference.ts';

/** How often both sides are read while money moves between the two reads. */
const READINGS = 3;

/**
 * The balances of an account by the ledger and by its gateway, in every currency of either. Read again if they differ:
 * money that arrived between the two reads is no difference.
 * @throws GatewayError
 */
export async function compareBalance(rail: Rail): Promise<AccountBalance[]> {
  let earlier: AccountBalance[] | undefined;
  for (let reading = 1; ; reading++) {
    const balances = await readBoth(rail);
    const isSettled = balances.every(
      (balance) =>
        differenceOf(balance) === 0n || differenceOf(balance) === differenceOf(sameCurrency(earlier, balance)),
    );
    if (isSettled || reading === READINGS) return balances;
    earlier = balances;
  }
}

/** The gateway's balance less the ledger's; undefined if unknown. */
export function differenceOf(balance: AccountBalance | undefined): bigint | undefined {
  return balance && BigInt(balance.theirsMinor) - BigInt(balance.oursMinor);
}

function sameCurrency(balances: AccountBalance[] | undefined, { currency }: AccountBalance) {
  return balances?.find((one) => one.currency === currency);
}

async function readBoth(rail: Rail): Promise<AccountBalance[]> {
  const [ours, theirs] = [await ledgerBalance(rail.gateway), await rail.readBalance()];
  const gateway = theirs ?? (await sumOfBooks(rail.gateway));
  const currencies = [...new Set([...ours.keys(), ...gateway.keys()])].sort();
  return currencies.map((currency) => ({
    currency,
    oursMinor: String(ours.get(currency) ?? 0n),
    theirsMinor: String(gateway.get(currency) ?? 0n),
  }));
}

type Row = { currency: string; amount: string };

async function ledgerBalance(gateway: string): Promise<Map<string, bigint>> {
  return sums(
    await db().$queryRaw<Row[]>`
      SELECT currency, SUM(amount_minor)::text AS amount FROM ledger_entries
       WHERE account = 'gateway' AND detail = ${gateway} GROUP BY currency`,
  );
}

/** Replaces the balance of a gateway that does not report one: the sum of all its lines. */
async function sumOfBooks(gateway: string): Promise<Map<string, bigint>> {
  return sums(
    await db().$queryRaw<Row[]>`
      SELECT currency, SUM(net_minor)::text AS amount FROM book_lines WHERE gateway = ${gateway} GROUP BY currency`,
  );
}

function sums(rows: Row[]): Map<string, bigint> {
  return new Map(rows.map(({ currency, amount }) => [currency, BigInt(amount)]));
}
