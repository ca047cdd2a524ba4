import { z } from 'zod';
import { env } from '#lib/env.ts';
import { unavailable, validationFailed } from '#lib/problems/problem.ts';

/** How long an emulator on this machine may take, in milliseconds. */
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
export type CardsStanding = z.output<typeof cards>;
export type LocalStanding = z.output<typeof local>;

/**
 * Orders something of the gateways' emulators (emulators/README.md, "Control"), where the card rail finds them.
 * @param path such as `stripe/force`
 * @returns what control answers
 * @throws Problem `validation_failed` with what control says is wrong, or 503 when it cannot be reached.
 */
export async function orderEmulator(path: string, body: object = {}): Promise<unknown> {
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
  throw cannotBe(error);
}

/** How the card processor stands towards a link. @throws as `orderEmulator` */
export async function cardsAbout(linkId: string): Promise<CardsStanding> {
  return cards.parse(await orderEmulator('stripe/about', { reference: linkId }));
}

/** How an account of the bank or the wallet stands towards a link. @throws as `orderEmulator` */
export async function localAbout(gateway: string, linkId: string): Promise<LocalStanding> {
  return local.parse(await orderEmulator(`${gateway}/about`, { reference: linkId }));
}

/** The problem of an action that the link's payments do not allow just now. */
export function cannotBe(message: string) {
  return validationFailed([{ field: 'action', message }]);
}
