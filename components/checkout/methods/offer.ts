import type { CheckoutView, PaymentMethod, RedirectMethodView } from '#lib/payments/checkout-view.ts';

/** What a method's form asks, for the fields around it. */
type Asks = {
  /** It asks for the donor's name itself. */
  asksName: boolean;
  /** It cannot do without the donor's email. */
  needsEmail: boolean;
};

/** The forms by name: `card`, and what each rail that leads elsewhere calls its own. Their components: `forms.ts`. */
const FORMS = {
  card: { asksName: false, needsEmail: false },
  pse: { asksName: true, needsEmail: true },
  'mercado-pago-wallet': { asksName: false, needsEmail: false },
} as const satisfies Record<string, Asks>;
export type FormName = keyof typeof FORMS;

/** The name of a method's form; undefined where this page has none, and the method is not offered. */
export function formNameOf(view: CheckoutView, method: PaymentMethod): FormName | undefined {
  const name = method === 'card' ? 'card' : redirectOf(view, method)?.form;
  return name !== undefined && isFormName(name) ? name : undefined;
}

/** What the form of a method asks. */
export function asksOf(view: CheckoutView, method: PaymentMethod): Asks {
  return FORMS[formNameOf(view, method) ?? 'card'];
}

/** The methods of a link that this page can take, in the order they are offered. */
export function usableMethods(view: CheckoutView): PaymentMethod[] {
  return view.methods.filter((method) => formNameOf(view, method) !== undefined);
}

/** What a method takes, in whole major units; null where only the gateway knows. */
export function boundsOf(view: CheckoutView, method: PaymentMethod): { min: number; max: number } | null {
  return method === 'card' ? view.cardBounds : (redirectOf(view, method) ?? null);
}

/** The other methods that would take an amount which this one does not. */
export function methodsTaking(view: CheckoutView, amount: number, except: PaymentMethod): PaymentMethod[] {
  return usableMethods(view).filter((method) => {
    const bounds = boundsOf(view, method);
    return method !== except && (bounds === null || (amount >= bounds.min && amount <= bounds.max));
  });
}

/** What is known of a method that leads elsewhere. */
function redirectOf(view: CheckoutView, method: PaymentMethod): RedirectMethodView | undefined {
  return view.redirects.find((redirect) => redirect.method === method);
}

function isFormName(name: string): name is FormName {
  return Object.keys(FORMS).includes(name);
}
