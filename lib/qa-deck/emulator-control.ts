import { z } from 'zod';
import { env } from '#lib/env.ts';
import { unavailable, validationFailed } from '#lib/problems/problem.ts';

/** The timeout of an emulator on this machine, in milliseconds. */
const TIMEOUT_MS = 5_000;

const webhooks = z.object({ mode: z.string(), held: z.number() });
const cards = z.object({
  down: z.boolean(),
  webhooks,
  script: z.string(),
  forced: z.string().nullable(),
  payments: z.array(z.object({ id: z.string(), status: z.string() })),
});
const local = z.object({
  down: z.boolean(),
  webhooks,
  payments: z.array(z.object({ id: z.string(), status: z.string(), status_detail: z.string() })),
  preferences: z.array(z.string()),
});
type CardState = z.output<typeof cards>;
type AccountState = z.output<typeof local>;

/**
 * Calls the control API of the emulators (emulators/README.md, "Control").
 * @param path such as `stripe/force`
 * @returns the control API's result
 * @throws Problem `validation_failed` with the control API's message, or 503 when it cannot be reached.
 */
export async function controlEmulator(path: string, body: object = {}): Promise<unknown> {
  const base = env().stripe.apiBase;
  if (!env().qaDeck || !base) throw new Error('Bug: the emulators are asked for where there are none');
  const response = await fetch(`${base}/control/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable('The gateways’ emulators', error);
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { error } = z.object({ error: z.string() }).parse(answer);
  throw actionNotPossible(error);
}

/** The state of the card emulator for a link. @throws as `controlEmulator` */
export async function readCardState(linkId: string): Promise<CardState> {
  return cards.parse(await controlEmulator('stripe/about', { reference: linkId }));
}

/** The state of a bank or wallet account for a link. @throws as `controlEmulator` */
export async function readAccountState(gateway: string, linkId: string): Promise<AccountState> {
  return local.parse(await controlEmulator(`${gateway}/about`, { reference: linkId }));
}

/** The problem of an action that the link's payments do not allow now. */
export function actionNotPossible(message: string) {
  return validationFailed([{ field: 'action', message }]);
}
