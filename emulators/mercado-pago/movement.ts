/** The kind of a movement. */
export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund_cancel'
  | 'reserve_for_chargeback'
  | 'chargeback'
  | 'chargeback_cancel'
  | 'payout'
  | 'payout_cancel';

/** A movement of the account's money. Instants are virtual milliseconds, amounts hundredths of the currency. */
export type Movement = {
  /** Unique source, so that nothing is recorded twice: `refund:123`. */
  key: string;
  kind: MovementKind;
  at: number;
  /** When it counts in the available balance: not before the payment that it belongs to. */
  availableAt: number;
  /** The payment, or the payout. */
  sourceId: number;
  externalReference: string | null;
  methodId: string | null;
  typeId: string | null;
  /** Negative for money out, and for a fee. */
  grossMinor: number;
  feeMinor: number;
};

/** Net of the fee, in hundredths. */
export function netOf({ grossMinor, feeMinor }: Movement): number {
  return grossMinor + feeMinor;
}
