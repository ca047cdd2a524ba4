import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/views/checkout-view.ts';
import type { Failure } from '../api.ts';
import type { Details } from '../check-details.ts';

/**
 * What is wrong in a form: its text in the language of the page, which can change in place; the id of the field that it is about;
 * and the step of the form where it is (0 if left out).
 */
export type FormError = { text: (t: Translate) => string; target: string; step?: number };

/** Who pays, and how much in whole major units: as the page showed it when the donor confirmed. Another amount is never charged. */
export type Payer = { amount: number; name: string; email: string };

/** The text of a decline: its key under `declines`. */
export type DeclineText = Exclude<keyof Messages['declines'], 'title' | 'noMoney'>;

/**
 * What a failed confirmation means for the donor: after `declined` no money was taken and the donor may try again; after
 * `stale` the intent cannot be used any more; after `uncertain` only the server knows whether money moved.
 */
export type CardFailure =
  | { kind: 'declined'; text: DeclineText }
  | { kind: 'incomplete' }
  | { kind: 'stale' }
  | { kind: 'uncertain' };

/**
 * The outcome of a payment. `sent`: the server will know whether it succeeded. `returned`: the donor was redirected and is
 * back in this very page. `invalid_fields`: the server refused fields of the method's own form.
 */
export type PayOutcome =
  | { kind: 'sent'; processing?: boolean }
  | { kind: 'returned'; method: RedirectMethodView['method'] }
  | { kind: 'invalid_fields'; errors: FormError[] }
  | { kind: 'not_started'; failure: Failure }
  | CardFailure;

/** Why a method cannot be paid with: it is paused, its form is missing, or slow to come. */
export type MethodOff = 'paused' | 'unavailable' | 'slow';

/** What the pay button needs of the chosen method. A form that fails to answer, or throws, has failed. */
export type MethodHandle = {
  /** Whether the method's own fields are filled in; the form shows what is missing. */
  check: () => Promise<'ready' | 'incomplete' | 'form_failed'>;
  pay: (payer: Payer) => Promise<PayOutcome>;
  /** What is wrong in its own fields, which it also shows there; empty when they can be sent. */
  errors?: () => FormError[];
  /** The donor's name, where the method's own fields ask for it. */
  donorName?: () => string;
};

/** The place of the wallets' buttons above the form, and what they need of the form around them. */
export type ExpressSlot = {
  place: HTMLElement | null;
  /** Whether the form can be paid as it is. Where it cannot, the form says why, and no sheet opens. */
  mayOpen: () => boolean;
  /** The donor has confirmed in the sheet: the amount that it showed, and its owner; empty where it does not tell. */
  onConfirmed: (payer: Payer) => void;
  register: (handle: MethodHandle | null) => void;
  /** The donor has typed no email: the sheet asks for one. */
  needsEmail: boolean;
  /** The payment under way is the wallet's. */
  isPaying: boolean;
};

/** The props of a method's form: one component per method, listed in `forms.ts`. */
export type MethodProps = {
  view: CheckoutView;
  /** The amount that the form is prepared for, in whole major units. */
  amount: number;
  /** Counts up when the card form has to be loaded anew. */
  round: number;
  express: ExpressSlot;
  /** Called with what the pay button needs once the form can be used, and with null while it cannot. */
  register: (handle: MethodHandle | null) => void;
  /** The donor gave up a payment that was started before. */
  startOver: boolean;
  /** The other methods that take this amount, and what chooses one of them. */
  others: PaymentMethod[];
  onChoose: (method: PaymentMethod) => void;
  /** Called with why the form cannot be paid with now, and with null once it can. */
  onOff: (reason: MethodOff | null) => void;
  /** The server refuses this payment for a reason that concerns the whole page. */
  onRefused: (failure: Failure) => void;
  /** The donor has edited the form: what was said about the field is out of date. Its id, where the form has fields of ours. */
  onEdited: (target?: string) => void;
  /** The step to show, from 0, of a form that has several. */
  step: number;
  /** Goes to a step, and there to the field with this id. */
  onStep: (step: number, target?: string) => void;
  /** What a review shows beside the form's own fields: the amount on the page in whole major units, and the donor. */
  review: { shown: number; details: Details; amountField: string };
};
