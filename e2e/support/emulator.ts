import { expect } from '@playwright/test';
import type { Instance } from '../../scripts/testing/instance.ts';

/** The card processor's record of a payment: an independent witness of what was charged. Minor units. */
export type Intent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  latest_charge: string | null;
  metadata: Record<string, string>;
};
/** A payment in Mercado Pago's books. Major units. */
export type Transfer = { id: number; status: string; status_detail: string; transaction_amount: number };
export type Mail = { id: string; to: string[]; subject: string; text: string; html: string };

/** What has to be called for everything to be ordinary again. */
const AT_REST: [string, object][] = [
  ['stripe/gateway_up', {}],
  ['stripe/script', { mode: 'ok' }],
  ['stripe/processing', { on: false }],
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
export type Mailbox = ReturnType<typeof mailboxOf>;

/** The gateways' control room, and the processor's books. */
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

  /** Confirms a payment as a server would, with one of the processor's test methods. A decline is no error here. */
  async function confirm(intent: string, method: string): Promise<void> {
    const headers = { authorization: 'Bearer sk_test_emulator' };
    const body = new URLSearchParams({ payment_method: method });
    const address = `${emulatorUrl}/v1/payment_intents/${intent}/confirm`;
    const response = await fetch(address, { method: 'POST', headers, body });
    if (response.status !== 200 && response.status !== 402)
      throw new Error(`${address}: ${await response.text()}`);
  }

  async function intentsOf(link: { id: string }): Promise<Intent[]> {
    const { data } = await read<{ data: Intent[] }>('/v1/payment_intents?limit=100');
    return data.filter((intent) => intent.metadata.checkout_link === link.id);
  }

  return {
    control,
    read,
    confirm,
    intentsOf,
    /** What the processor took for a link, payment by payment, in minor units. */
    async charged(link: { id: string }): Promise<number[]> {
      const taken = (await intentsOf(link)).filter((intent) => intent.status === 'succeeded');
      return taken.map((intent) => intent.amount_received);
    },
    /** The only payment of a link that is not called off, once it has this status. */
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

/** Every mail the service has sent. */
export function mailboxOf({ emulatorUrl }: Instance) {
  async function to(address: string): Promise<Mail[]> {
    const response = await fetch(`${emulatorUrl}/mailbox.json?to=${encodeURIComponent(address)}`);
    return (await response.json()) as Mail[];
  }
  return {
    to,
    /** The mail that has come to an address, the only one. */
    async theMailTo(address: string): Promise<Mail> {
      await expect.poll(async () => (await to(address)).length, { timeout: 15_000 }).toBe(1);
      const [mail] = await to(address);
      if (!mail) throw new Error('A mail vanished.');
      return mail;
    },
  };
}
