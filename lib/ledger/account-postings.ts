import { type Entry, mergeEntries } from './post.ts';

/** A movement of a gateway account that belongs to no payment, in minor units; negative for money out. */
type AccountMovement = {
  gateway: string;
  /** ISO 4217. */
  currency: string;
  grossMinor: bigint;
  feeMinor: bigint;
};

/** A payout: `gateway → bank`, with the gateway's fee. A returned payout is posted in reverse. */
export function payoutPosting({ gateway, currency, grossMinor, feeMinor }: AccountMovement): Entry[] {
  const line = (account: Entry['account'], amountMinor: bigint, detail = ''): Entry => ({
    account,
    detail,
    currency,
    amountMinor,
    causeKey: null,
  });
  return mergeEntries([
    line('gateway', grossMinor - feeMinor, gateway),
    line('bank', -grossMinor),
    line('gateway_cost', feeMinor),
  ]);
}

/** A fee of the account itself: `gateway → gateway_cost`. The service bears it. */
export function accountFeePosting({ gateway, currency, grossMinor, feeMinor }: AccountMovement): Entry[] {
  return payoutPosting({ gateway, currency, grossMinor: 0n, feeMinor: feeMinor - grossMinor });
}
