import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/checkout-view.ts';
import type { Failure } from '../api.ts';
import type { FormNotice } from '../form-alert.tsx';
import type { CardFailure } from './card-failure.ts';

/** Who pays, as typed; empty where not given. */
export type Donor = { name: string; email: string };

/**
 * What became of a payment that was asked for. `sent`: the page now waits for the server's word. `returned`: the donor was
 * sent elsewhere and is back in this very page. `faulty`: the server refused fields of the method's own form.
 */
export type PayOutcome =
  | { kind: 'sent'; processing?: boolean }
  | { kind: 'returned'; method: RedirectMethodView['method'] }
  | { kind: 'faulty'; items: FormNotice['items'] }
  | { kind: 'not_started'; failure: Failure }
  | CardFailure;

/** What the pay button needs of the chosen method. */
export type MethodHandle = {
  /** Whether the method's own fields are filled in; it shows itself what is missing. */
  check: () => Promise<'ready' | 'incomplete'>;
  pay: (donor: Donor) => Promise<PayOutcome>;
  /** What is wrong in its own fields, which it also says there; empty when they can be sent. */
  faults?: () => FormNotice['items'];
  /** The donor's name, where the method's own fields ask for it. */
  donorName?: () => string;
  /** It pays any amount as it stands: no other form has to come first. */
  takesAnyAmount?: true;
};

/** What a method's form is given: one component per method, listed in `forms.ts`. */
export type MethodProps = {
  view: CheckoutView;
  /** Whole major units, as the server has them now. */
  amount: number;
  /** Counts up when the payment has to be started anew at the same amount. */
  round: number;
  /** Called with what the pay button needs once the form can be used, and with null while it cannot. */
  register: (handle: MethodHandle | null) => void;
  /** The donor gave up a payment that was started before. */
  startsOver: boolean;
  /** The other methods that take this amount, and what chooses one of them. */
  others: PaymentMethod[];
  onChoose: (method: PaymentMethod) => void;
  /** The server will not start this payment for a reason that concerns the whole page. */
  onRefused: (failure: Failure) => void;
};
