import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/views/checkout-view.ts';

/** What a method's form asks, so that the fields around it do not ask it again. */
type FormNeeds = {
  /** It asks for the donor's name itself. */
  needsName: boolean;
  /** It cannot do without the donor's email. */
  needsEmail: boolean;
  /** The steps it is filled in by, the last one before the payment; empty where there is one page. */
  steps: readonly StepName[];
};
export type StepName = 'payer' | 'bank' | 'review';

/** The forms by name: `card`, and the name that each redirect rail gives its own. Their components: `forms.ts`. */
const FORMS = {
  card: { needsName: false, needsEmail: false, steps: [] },
  pse: { needsName: true, needsEmail: true, steps: ['payer', 'bank', 'review'] },
  'mercado-pago-wallet': { needsName: false, needsEmail: false, steps: [] },
} as const satisfies Record<string, FormNeeds>;
export type FormName = keyof typeof FORMS;

/** The name of a method's form; undefined where this page has none: then the method is not offered. */
export function formNameOf(view: CheckoutView, method: PaymentMethod): FormName | undefined {
  const name = method === 'card' ? 'card' : redirectOf(view, method)?.form;
  return name !== undefined && isFormName(name) ? name : undefined;
}

/** What the form of a method asks. */
export function formNeeds(view: CheckoutView, method: PaymentMethod | null): FormNeeds {
  return FORMS[(method && formNameOf(view, method)) ?? 'card'];
}

/** The methods that this page has a form for, in the order they are offered. */
export function usableMethods(view: CheckoutView): PaymentMethod[] {
  return view.methods.filter((method) => formNameOf(view, method) !== undefined);
}

/** Bounds of an amount in whole major units, both included. */
type Bounds = { min: number; max: number };

/** What a method takes; null where only the gateway knows. */
export function boundsOf(view: CheckoutView, method: PaymentMethod): Bounds | null {
  return method === 'card' ? view.cardBounds : (redirectOf(view, method) ?? null);
}

/** The least and the greatest amount that any method of the page takes. */
export function widestBounds(view: CheckoutView): Bounds {
  const known = usableMethods(view).map((method) => boundsOf(view, method) ?? { min: 1, max: MAX_AMOUNT_MAJOR });
  return {
    min: Math.min(...known.map(({ min }) => min)),
    max: Math.max(...known.map(({ max }) => max)),
  };
}

/** The methods that take an amount, other than `except`. */
export function methodsTaking(view: CheckoutView, amount: number, except?: PaymentMethod): PaymentMethod[] {
  return usableMethods(view).filter((method) => {
    const bounds = boundsOf(view, method);
    return method !== except && (bounds === null || (amount >= bounds.min && amount <= bounds.max));
  });
}

/** The redirect method of the view. */
function redirectOf(view: CheckoutView, method: PaymentMethod): RedirectMethodView | undefined {
  return view.redirects.find((redirect) => redirect.method === method);
}

function isFormName(name: string): name is FormName {
  return Object.keys(FORMS).includes(name);
}
