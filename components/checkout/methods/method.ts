import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import type { Failure } from '../api.ts';
import type { CardFailure } from './card-failure.ts';

/** Who pays, as typed; empty where not given. */
export type Donor = { name: string; email: string };

/** What became of a payment that was asked for. `sent`: the page now waits for the server's word. */
export type PayOutcome = { kind: 'sent' } | CardFailure;

/** What the pay button needs of the chosen method. */
export type MethodHandle = {
  /** Whether the method's own fields are filled in; it shows itself what is missing. */
  check: () => Promise<'ready' | 'incomplete'>;
  pay: (donor: Donor) => Promise<PayOutcome>;
};

/** What a method's form is given: one component per method, listed in `registry.ts`. */
export type MethodProps = {
  view: CheckoutView;
  /** Whole major units, as the server has them now. */
  amount: number;
  /** Counts up when the payment has to be started anew at the same amount. */
  round: number;
  /** Called with what the pay button needs once the form can be used, and with null while it cannot. */
  register: (handle: MethodHandle | null) => void;
  /** The server will not start this payment for a reason that concerns the whole page. */
  onRefused: (failure: Failure) => void;
};
