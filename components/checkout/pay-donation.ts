import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
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
};

/** How an attempt to pay ended. After `started_over` the donor sees the amount and has to say yes again. */
export type PayResult =
  | Exclude<PayOutcome, { kind: 'stale' }>
  | { kind: 'failed'; failure: Failure }
  /** Taken for a robot: a field that no person sees was filled in. */
  | { kind: 'held' }
  | { kind: 'started_over'; amount: number; hasMoved: boolean }
  | { kind: 'settled'; view: ConfirmationView };

/**
 * Pays what the page shows, or nothing: the choices are saved first, and should the server meanwhile ask for another
 * amount (another tab changed it), no card is charged.
 */
export async function payDonation(attempt: Attempt): Promise<PayResult> {
  const { server, form, donor, choices, shown } = attempt;
  if ((await form.check()) === 'incomplete') return { kind: 'incomplete' };
  const saved = await server.save(choices);
  if (!saved.ok) return { kind: 'failed', failure: saved.failure };
  const { amount, held } = saved.value;
  if (held) return { kind: 'held' };
  if (amount !== shown) return { kind: 'started_over', amount, hasMoved: true };
  const outcome = await form.pay(donor);
  return outcome.kind === 'stale' ? afterStale(attempt) : outcome;
}

/** The intent was of no more use: another tab paid it, or changed the amount. The server knows which. */
async function afterStale({ server, choices, shown }: Attempt): Promise<PayResult> {
  const standing = await server.ask();
  if (!standing.ok) return { kind: 'uncertain' };
  if (standing.value.status !== 'open') return { kind: 'settled', view: standing.value };
  const saved = await server.save(choices);
  if (!saved.ok) return { kind: 'failed', failure: saved.failure };
  return { kind: 'started_over', amount: saved.value.amount, hasMoved: saved.value.amount !== shown };
}
