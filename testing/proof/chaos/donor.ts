import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#sdk/src/client.ts';
import type { gatewayAt } from '#sdk/src/testing/gateway.ts';
import { PAYER } from '#testing/payer.ts';
import type { Choices } from './choices.ts';
import type { Target } from './victims.ts';

/** What donors do, and how often. */
const STORIES = {
  pays: 60,
  pays_and_leaves: 12,
  is_declined_first: 8,
  changes_the_amount: 6,
  leaves: 4,
  pays_after_expiry: 4,
  pays_after_cancellation: 2,
  is_refunded: 2,
  disputes: 2,
};
export type DonationStory = keyof typeof STORIES;

const RAILS = { card: 5, bank_transfer: 3, wallet: 2 };
export type Rail = keyof typeof RAILS;

/** How the webhooks about a link are delivered. */
const WEBHOOKS = { deliver: 10, drop: 3, double: 3, delay: 2 } as const;

/** The time that is left on a link whose donor leaves, in seconds. */
const LEFT_SECONDS = 20;
/** How long a browser or a backend tries again while the service is away, in milliseconds. */
const PATIENCE_MS = 60_000;

/** A donation that was begun. */
export type StartedDonation = { id: string; rail: Rail; story: DonationStory; email: string; minted: number };

type Tools = {
  target: Target;
  partner: Client;
  gateway: ReturnType<typeof gatewayAt>;
  choices: Choices;
  number: number;
  /** Called as soon as the link is known. */
  onMinted: (begun: StartedDonation) => void;
};
type Reply = Record<string, unknown>;

/** One donor from mint to end, whatever fails meanwhile: as a browser and a partner's backend they try again for a minute. */
export async function donateOnce({ target, partner, gateway, choices, number, onMinted }: Tools): Promise<void> {
  const rail = choices.weighted(RAILS);
  const story = choices.weighted(STORIES);
  const webhooks = choices.weighted(WEBHOOKS);
  const email = `donor-${number}@example.org`;
  const { demo, baseUrl } = target;
  const input = {
    card: { cause: demo.cause_key, amount: 50, currency: 'USD' },
    bank_transfer: { cause: demo.colombia.cause_key, amount: 50_000, currency: 'COP' },
    wallet: { cause: demo.mexico.cause_key, amount: 250, currency: 'MXN' },
  } as const;
  const order = { ...input[rail], external_reference: `order-${number}` };
  const link = await insist(() => partner.checkoutLinks.create(order, { idempotencyKey: `chaos-order-${number}` }));
  onMinted({ id: link.id, rail, story, email, minted: order.amount });
  let cookie = '';
  const call = (path: string, body: object) =>
    insist(async () => {
      const headers = { cookie, 'content-type': 'application/json', 'accept-language': 'es' };
      const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const [set] = response.headers.getSetCookie();
      if (set) cookie = set.split(';', 1)[0] ?? '';
      // A link that has ended meanwhile is a conflict.
      if ([400, 403, 404, 422].includes(response.status)) throw new CheckoutRefused(path, await response.text());
      return read(response);
    });
  const open = (path: string) => insist(async () => (await fetch(baseUrl + path, { headers: { cookie } })).text());

  if (webhooks !== 'deliver') await insist(() => gateway.webhooks(link, webhooks));
  await open(`/checkout?ref=${link.id}`);
  if (story === 'leaves') return insist(() => target.expireIn(link.id, LEFT_SECONDS));
  const changed = story === 'changes_the_amount' ? { amount: order.amount * 2 } : {};
  const details = {
    ref: link.id,
    ...changed,
    name: `Donor ${number}`,
    email,
    anonymous: false,
    locale: 'es',
  };
  if (rail === 'card') {
    await call('/checkout/donation', { ...details, method: 'card' });
    const intent = await call(`/v1/checkout_links/${link.id}/payment_intent`, {});
    if (story === 'pays_after_expiry') await insist(() => gateway.expire(link));
    if (story === 'pays_after_cancellation') await insist(() => gateway.cancel(link));
    if (story === 'is_declined_first') await confirmCard(intent, 'pm_card_visa_chargeDeclined');
    await confirmCard(intent, 'pm_card_visa');
    if (story !== 'pays_and_leaves') await call('/checkout/confirmation', { ref: link.id });
  } else {
    await call('/checkout/donation', details);
    const payer = rail === 'bank_transfer' ? { ...PAYER, email } : { email: '' };
    await call('/checkout/redirect', { ref: link.id, method: rail, payer });
    if (story === 'pays_after_expiry') await insist(() => gateway.expire(link));
    if (story === 'pays_after_cancellation') await insist(() => gateway.cancel(link));
    if (rail === 'wallet') await payInWallet(story === 'is_declined_first');
    else await insist(() => gateway.decide(link, story === 'is_declined_first' ? 'reject' : 'approve'));
    if (story !== 'pays_and_leaves') await open(`/checkout/return?ref=${link.id}`);
  }
  if (story === 'is_refunded') await insist(() => gateway.refund(link));
  if (story === 'disputes') await insist(() => gateway.dispute(link));

  /** The donor logs in to the wallet, whose first source of money may be refused. */
  async function payInWallet(isDeclinedFirst: boolean): Promise<void> {
    const control = (action: string, body: object) =>
      insist(async () => {
        const headers = { 'content-type': 'application/json' };
        const request = { method: 'POST', headers, body: JSON.stringify(body) };
        return read(await fetch(`${target.emulatorUrl}/control/mercado-pago-mx/${action}`, request));
      });
    const { preferences } = (await control('about', { reference: link.id })) as { preferences?: string[] };
    const preference_id = preferences?.at(-1);
    if (preference_id === undefined) return;
    if (isDeclinedFirst) await control('pay_preference', { preference_id, outcome: 'reject' });
    await control('pay_preference', { preference_id });
  }

  async function confirmCard(intent: Reply, method: string): Promise<void> {
    const { client_secret, publishable_key, payment_intent_id } = intent as Record<string, string>;
    if (!payment_intent_id) return;
    const form = { client_secret: client_secret ?? '', key: publishable_key ?? '', payment_method: method };
    const url = `${target.emulatorUrl}/v1/payment_intents/${payment_intent_id}/confirm`;
    await insist(async () => read(await fetch(url, { method: 'POST', body: new URLSearchParams(form) })));
  }
}

/**
 * Asks again after a lost connection, 429 and 5xx.
 * @throws Error where the answer is a refusal, or after the patience of a browser
 */
export async function insist<T>(ask: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (isRefusal(error) || Date.now() > giveUpAt) throw error;
      await sleep(300);
    }
  }
}

/** The checkout refused what these donors do, which it never may. */
export class CheckoutRefused extends Error {
  constructor(path: string, answer: string) {
    super(`${path} refused: ${answer}`);
  }
}

/** Whether another try does not change an answer. The SDK's errors have a status; those of the test kit name it. */
function isRefusal(error: unknown): boolean {
  const { status, message } = error as { status?: number; message?: string };
  const answered = status ?? Number(/ answered (\d{3})/.exec(message ?? '')?.[1]);
  return error instanceof CheckoutRefused || (answered >= 400 && answered < 500 && answered !== 429);
}

/** @throws Error for what is worth another try */
async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  if (response.status === 429 || response.status >= 500)
    throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : {};
}
