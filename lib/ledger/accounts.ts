/**
 * The accounts of the ledger: a closed table, each with what it means. A debit is above zero, a credit below; what we own
 * stands above zero, what we owe and what we earned below.
 */
export const ACCOUNTS = {
  /** Owned: what a gateway holds for us, less what open chargebacks hold back. `detail` is the gateway's name. */
  gateway: 'what a gateway holds for us',
  /** Owed: what a cause's creator may still withdraw. */
  creator: 'owed to the creator of a cause',
  /** Earned: our share of donations, at the percentage of their link. */
  commission: 'commission earned',
  /** Spent: what gateways took, in the currency in which they settle. */
  gateway_cost: 'costs of gateways',
  /** What creators bore of it under `plus_gateway_costs`, in the currency of their cause. */
  gateway_cost_recovery: 'costs of gateways borne by creators',
  /** Owed to donors: money that does not count and is on its way back (decisions.md 42). */
  to_give_back: 'to be given back to donors',
  /** Not posted to any more: open disputes, while what they held back still stood with `gateway`. */
  disputed: 'in open disputes, until their money left the gateway',
  /** Spent: what chargebacks took beyond what was left of their payment (decisions.md 53). */
  dispute_losses: 'lost in disputes beyond what was received',
  /** Owed: asked for by the creator of a cause, and not yet paid out. */
  withdrawal_reserved: 'reserved for withdrawals',
  /** Owned: what gateways have paid out to our bank. With `paid_out` it is what our bank account holds. */
  bank: 'paid out to our bank by gateways',
  /** What has left our bank for creators' banks: below zero. */
  paid_out: 'paid out to creators',
  /** Money that changed currency, one for each pair. `detail` is the pair, such as `COP/USD`. */
  exchange: 'exchange of currencies',
} as const satisfies Record<string, string>;
export type LedgerAccount = keyof typeof ACCOUNTS;

/** One line of a transaction. */
export type Entry = {
  account: LedgerAccount;
  /** The gateway of `gateway`, the pair of `exchange`; empty for every other account. */
  detail: string;
  /** ISO 4217. */
  currency: string;
  /** Minor units of the currency (lib/money.ts). */
  amountMinor: bigint;
  /** The cause that the line is about. */
  causeKey: string | null;
};

/** What tells accounts apart within a transaction. */
function nameOf({ account, detail, currency, causeKey }: Entry): string {
  return [account, detail, currency, causeKey].join('\0');
}

/** Adds lines of the same account up and leaves out those that come to nothing. */
export function condense(entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = sums.get(nameOf(entry));
    sums.set(nameOf(entry), {
      ...entry,
      amountMinor: entry.amountMinor + (earlier?.amountMinor ?? 0n),
    });
  }
  return [...sums.values()].filter(({ amountMinor }) => amountMinor !== 0n);
}

/** The same lines with their signs turned. */
export function reversed(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
}
