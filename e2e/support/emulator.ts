import { expect } from '@playwright/test';
import type { Instance } from '#testing/instance.ts';

/** The card processor's record of a payment: independent evidence of what was charged. Minor units. */
export type Intent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  latest_charge: string | null;
  metadata: Record<string, string>;
};
/** A payment at Mercado Pago. Major units. */
export type Transfer = { id: number; status: string; status_detail: string; transaction_amount: number };

/** Control calls that reset every switch. */
const AT_REST: [string, object][] = [
  ['stripe/gateway_up', {}],
  ['stripe/script', { mode: 'ok' }],
  ['stripe/processing', { on: false }],
  ['stripe/wallet', { on: false }],
  ['stripe/limits', { currency: 'usd' }],
  ['stripe/refunds', { mode: 'succeeded' }],
  ['stripe/settlement', { releaseSeconds: 2 * 86_400 }],
  ['stripe/webhooks', { drop: false, times: 1, delayMs: 0, reorder: 0, signature: 'valid' }],
  ...['mercado-pago-co', 'mercado-pago-mx'].flatMap((account): [string, object][] => [
    [`${account}/gateway_up`, {}],
    [`${account}/webhooks`, { drop: false, times: 1, delayMs: 0, reorder: 0, signature: 'valid' }],
    [`${account}/switches`, { lateApproval: false, emptyBankList: false, returnToMerchant: true }],
  ]),
];

export type Emulator = ReturnType<typeof emulatorOf>;

/** The emulators' control API, and the processor's data. */
export function emulatorOf({ emulatorUrl }: Instance) {
  let isTouched = false;

  async function control<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
    isTouched = true;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${emulatorUrl}/control/${path}`, request);
    if (!response.ok) throw new Error(`control/${path}: ${await response.text()}`);
    return response.json();
  }

  /** Reads from the processor's own API. */
  async function read<Answer>(path: string): Promise<Answer> {
    const headers = { authorization: 'Bearer sk_test_emulator' };
    const response = await fetch(`${emulatorUrl}${path}`, { headers });
    return (await response.json()) as Answer;
  }

  /** Confirms a payment through the API with one of the processor's test methods. A decline is no error here. */
  async function confirm(intent: string, method: string): Promise<void> {
    const headers = { authorization: 'Bearer sk_test_emulator' };
    const body = new URLSearchParams({ payment_method: method });
    const address = `${emulatorUrl}/v1/payment_intents/${intent}/confirm`;
    const response = await fetch(address, { method: 'POST', headers, body });
    if (response.status !== 200 && response.status !== 402) throw new Error(`${address}: ${await response.text()}`);
  }

  /** Refunds a payment in whole, as in the processor's own dashboard. */
  async function refund(intent: string): Promise<void> {
    const headers = { authorization: 'Bearer sk_test_emulator' };
    const body = new URLSearchParams({ payment_intent: intent });
    const response = await fetch(`${emulatorUrl}/v1/refunds`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`refund of ${intent}: ${await response.text()}`);
  }

  async function intentsOf(link: { id: string }): Promise<Intent[]> {
    const { data } = await read<{ data: Intent[] }>('/v1/payment_intents?limit=100');
    return data.filter((intent) => intent.metadata.checkout_link === link.id);
  }

  return {
    control,
    read,
    confirm,
    refund,
    intentsOf,
    /** The amounts that the processor charged for a link, payment by payment, in minor units. */
    async charged(link: { id: string }): Promise<number[]> {
      const taken = (await intentsOf(link)).filter((intent) => intent.status === 'succeeded');
      return taken.map((intent) => intent.amount_received);
    },
    /** The link's only payment that is not cancelled, once it has this status. */
    async intentIn(status: string, link: { id: string }): Promise<Intent> {
      const live = async () => (await intentsOf(link)).filter((intent) => intent.status === status);
      await expect.poll(async () => (await live()).length).toBe(1);
      const [intent] = await live();
      if (!intent) throw new Error(`No payment of ${link.id} is ${status}.`);
      return intent;
    },
    /** Mercado Pago's payments of a link, the latest last. */
    async transfersOf(link: { id: string }, account = 'mercado-pago-co'): Promise<Transfer[]> {
      const wanted = { external_reference: link.id };
      return (await control<{ payments: Transfer[] }>(`${account}/payments`, wanted)).payments;
    },
    async rest(): Promise<void> {
      if (isTouched) for (const [path, body] of AT_REST) await control(path, body);
      isTouched = false;
    },
  };
}
