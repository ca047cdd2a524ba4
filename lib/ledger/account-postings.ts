import { condense, type Entry } from './accounts.ts';

/** A movement of a gateway account that belongs to no payment, in minor units: below zero what went out. */
type AccountMovement = {
  gateway: string;
  /** ISO 4217. */
  currency: string;
  grossMinor: bigint;
  feeMinor: bigint;
};

/** `gateway → bank`, and what the gateway took for it; a payout that came back is the same the other way. */
export function payoutPosting({ gateway, currency, grossMinor, feeMinor }: AccountMovement): Entry[] {
  const line = (account: Entry['account'], amountMinor: bigint, detail = ''): Entry => ({
    ...{ account, detail, currency, amountMinor, causeKey: null },
  });
  return condense([
    line('gateway', grossMinor - feeMinor, gateway),
    line('bank', -grossMinor),
    line('gateway_cost', feeMinor),
  ]);
}

/** `gateway → gateway_cost`: what it takes of the account itself is ours to bear. */
export function accountFeePosting({ gateway, currency, grossMinor, feeMinor }: AccountMovement): Entry[] {
  return payoutPosting({ gateway, currency, grossMinor: 0n, feeMinor: feeMinor - grossMinor });
}
