import type Stripe from 'stripe';
import { stripeMode } from '#lib/key-modes.ts';
import { type ModeCheck, modeCheck, type Told } from '../mode.ts';
import { latestCharge } from './translate.ts';

/** Refunds and balance transactions say no mode: theirs is that of the charge or dispute that they belong to. */
type Moded = { object: string; id?: string; livemode?: boolean };

/** What Stripe tells an account of, held against the mode of its keys. */
export type StripeModeCheck = {
  /** Whether an object counts. */
  isOurs(object: Moded): boolean;
  /** An object that counts. @throws GatewayError */
  ours<T extends Moded>(object: T): T;
  /** The same of an intent with its charge, where that is expanded. @throws GatewayError */
  oursWithCharge(intent: Stripe.PaymentIntent): Stripe.PaymentIntent;
};

/** The check of the account that a secret key belongs to. */
export function stripeModeCheck(gateway: string, secretKey: string): StripeModeCheck {
  const check: ModeCheck = modeCheck(gateway, stripeMode(secretKey) === 'live');
  const ours = <T extends Moded>(object: T): T => {
    check.require(told(object));
    return object;
  };
  return {
    isOurs: (object) => check.isOurs(told(object)),
    ours,
    oursWithCharge: (intent) => {
      const charge = latestCharge(ours(intent));
      if (charge) ours(charge);
      return intent;
    },
  };
}

function told({ object: kind, id, livemode: live }: Moded): Told {
  return { kind, id, live };
}
