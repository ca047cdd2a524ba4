/**
 * The accounts of the ledger. Debits are positive and credits negative: assets have a positive balance, liabilities and
 * income a negative one.
 */
export const ACCOUNTS = {
  /** Asset: what a gateway holds for us, less what open chargebacks hold back. `detail` is the gateway's name. */
  gateway: 'what a gateway holds for us',
  /** Liability: what the creator of a cause can still withdraw. */
  creator: 'owed to the creator of a cause',
  /** Income: our commission on donations, at the percentage of their link. */
  commission: 'commission earned',
  /** Expense: gateway fees, in the gateway's settlement currency. */
  gateway_cost: 'costs of gateways',
  /** The part of these fees that creators bear under `plus_gateway_costs`, in the currency of their cause. */
  gateway_cost_recovery: 'costs of gateways borne by creators',
  /** Liability to donors: unmatched funds until they are refunded (ruling 42). */
  to_give_back: 'to be given back to donors',
  /** Liability: reserved for refunds that were asked for and have not succeeded. */
  refunds_reserved: 'reserved for refunds',
  /** Asset: what has left a gateway's account for refunds that have not succeeded. */
  refunds_in_transit: 'taken by gateways for refunds under way',
  /** Liability to donors: unmatched funds that could not be refunded and wait for their donor. */
  unclaimed: 'owed to donors who cannot be found or paid',
  /** Expense: what chargebacks and refunds took beyond the rest of their payment (ruling 53). */
  dispute_losses: 'lost in disputes beyond what was received',
  /** Liability: requested by the creator of a cause and not yet paid out. */
  withdrawal_reserved: 'reserved for withdrawals',
  /**
   * Asset: what gateways have paid out to our bank, less what was sent to donors by hand. Together with `paid_out`, the balance of
   * our bank account.
   */
  bank: 'paid out to our bank by gateways, less what was sent to donors',
  /** What we have paid to creators' banks: negative. */
  paid_out: 'paid out to creators',
  /** Currency exchange, one account per pair. `detail` is the pair, such as `COP/USD`. */
  exchange: 'exchange of currencies',
} as const satisfies Record<string, string>;
export type LedgerAccount = keyof typeof ACCOUNTS;
