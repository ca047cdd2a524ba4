import type Stripe from 'stripe';
import { stripeMode } from '#lib/env/key-modes.ts';
import { type ModeCheck, modeCheck, type RemoteObject } from '../port/mode.ts';
import { latestCharge } from './translate.ts';

/** Refunds and balance transactions have no mode; it is that of their charge or dispute. */
type Moded = { object: string; id?: string; livemode?: boolean };

/** Compares the objects of a Stripe account with the mode of its keys. */
export type StripeModeCheck = {
  /** False for an object of the other mode. */
  isOurs(object: Moded): boolean;
  /** Returns the object. @throws GatewayError with WRONG_MODE where it is of the other mode */
  requireOurMode<T extends Moded>(object: T): T;
  /** The same for an intent and its charge, if that is expanded. @throws GatewayError */
  intentWithCharge(intent: Stripe.PaymentIntent): Stripe.PaymentIntent;
};

/** The check of the account that a secret key belongs to. */
export function stripeModeCheck(gateway: string, secretKey: string): StripeModeCheck {
  const check: ModeCheck = modeCheck(gateway, stripeMode(secretKey) === 'live');
  const ours = <T extends Moded>(object: T): T => {
    check.require(toRemoteObject(object));
    return object;
  };
  return {
    isOurs: (object) => check.isOurs(toRemoteObject(object)),
    requireOurMode: ours,
    intentWithCharge: (intent) => {
      const charge = latestCharge(ours(intent));
      if (charge) ours(charge);
      return intent;
    },
  };
}

function toRemoteObject({ object: kind, id, livemode: live }: Moded): RemoteObject {
  return { kind, id, live };
}
