import type { ConfirmationView, RedirectMethodView } from '#lib/payments/checkout-view.ts';
import type { Answer, DonationChoices, Failure, SavedDonation } from './api.ts';
import type { Donor, MethodHandle, PayOutcome } from './methods/method.ts';

/** The server, as far as paying needs it. */
export type Server = {
  save: (choices: DonationChoices) => Promise<Answer<SavedDonation>>;
  ask: () => Promise<Answer<ConfirmationView>>;
};

type Attempt = {
  server: Server;
  form: MethodHandle;
  donor: Donor;
  choices: DonationChoices;
  /** The amount on the page, and so the only one that may be charged. */
  shown: number;
  /** Paid on this page, by card: what was started elsewhere is called off first. */
  isCard?: boolean;
  /** The donor was told of a payment that cannot be called off, and pays all the same. */
  paysBeside?: boolean;
};

/** How an attempt to pay ended. After `started_over` the donor sees the amount and has to say yes again. */
export type PayResult =
  | Exclude<PayOutcome, { kind: 'stale' }>
  | { kind: 'failed'; failure: Failure }
  /** Taken for a robot: a field that no person sees was filled in. */
  | { kind: 'held' }
  /** A payment elsewhere could not be called off; nothing was charged here. */
  | { kind: 'beside'; method: RedirectMethodView['method'] }
  /** Too many declines: card payments pause. */
  | { kind: 'locked' }
  | { kind: 'started_over'; amount: number; hasMoved: boolean }
  | { kind: 'settled'; view: ConfirmationView };

/**
 * Pays what the page shows, or nothing: the choices are saved first, and should the server meanwhile ask for another
 * amount (another tab changed it), no card is charged.
 */
export async function payDonation(attempt: Attempt): Promise<PayResult> {
  const { server, form, donor, choices, shown, isCard, paysBeside } = attempt;
  if ((await form.check()) === 'incomplete') return { kind: 'incomplete' };
  const saved = await server.save({ ...choices, shown, ...(isCard && { method: 'card' }) });
  if (!saved.ok) return { kind: 'failed', failure: saved.failure };
  const { amount, held, beside } = saved.value;
  if (held) return { kind: 'held' };
  if (beside && !paysBeside) return { kind: 'beside', method: beside };
  if (amount !== shown) return { kind: 'started_over', amount, hasMoved: true };
  const outcome = await form.pay(donor);
  return outcome.kind === 'stale' ? afterStale(attempt) : outcome;
}

/** The intent was of no more use: another tab paid it, or changed the amount. The server knows which. */
async function afterStale({ server, choices, shown }: Attempt): Promise<PayResult> {
  const standing = await server.ask();
  if (!standing.ok) return { kind: 'uncertain' };
  if (standing.value.status !== 'open') return { kind: 'settled', view: standing.value };
  if (standing.value.waitingFor === 'card') return { kind: 'sent', processing: true };
  if (standing.value.cardLocked) return { kind: 'locked' };
  const saved = await server.save({ ...choices, shown });
  if (!saved.ok) return { kind: 'failed', failure: saved.failure };
  return { kind: 'started_over', amount: saved.value.amount, hasMoved: saved.value.amount !== shown };
}
