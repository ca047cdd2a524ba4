import type { Demo } from '#testing/instance.ts';
import { PAYER } from '#testing/payer.ts';

/** A way to donate, by the argument that selects it. */
export const DONATION_CASES = ['donation', 'pse', 'wallet'] as const;
export type DonationCase = (typeof DONATION_CASES)[number];

/** The addresses and the demonstration data of an instance with the emulators. */
export type DonationSite = {
  baseUrl: string;
  emulatorUrl: string;
  demo: Demo;
  /** Sent with every request of the donor to the service. */
  donorHeaders?: Record<string, string>;
};

/** Performs a step of a donation; the caller measures what it causes. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** How often a partner polls for the end of a donation, in milliseconds. */
const POLL_MS = 50;
/** The same after a donor has left. */
const PATIENT_POLL_MS = 500;
/** After this a donation that is not completed fails, in milliseconds. */
const LIMIT_MS = 60_000;

type Reply = Record<string, unknown>;
/** What an emulator of Mercado Pago knows of a link. */
type About = { payments: { id: string }[]; preferences: string[] };

/**
 * One whole donation: a partner mints, a donor pays on the page, the partner polls until it is completed.
 * @returns milliseconds from the donor's click on the pay button to a poll that says `completed`
 * @throws Error when any answer is not the expected one
 */
export async function donate(kind: DonationCase, site: DonationSite, step: Step): Promise<number> {
  const donor = new Donor(site);
  const id = await step('mint', () => donor.mint(kind));
  await step('page', () => donor.open(`/checkout?ref=${id}`));
  const intent = kind === 'donation' ? await step('payment intent', () => donor.askIntent(id)) : undefined;
  const clickedAt = performance.now();
  await step('details', () => donor.saveDetails(id, kind === 'donation'));
  if (intent) {
    await step('paid at the gateway', () => donor.confirmCard(intent));
    await step('confirmation', () => donor.call('/checkout/confirmation', { ref: id }));
  } else {
    await step('redirect', () => donor.redirect(kind, id));
    await step('paid at the gateway', () => donor.payElsewhere(kind, id));
    await step('return', () => donor.open(`/checkout/return?ref=${id}`));
  }
  await step('poll', () => donor.pollUntilCompleted(id));
  return performance.now() - clickedAt;
}

/**
 * A donor who pays and leaves, while every webhook is lost (`loseWebhooks`).
 * @returns milliseconds from the success at the gateway to a poll that says `completed`
 */
export async function donateAndLeave(kind: DonationCase, site: DonationSite): Promise<number> {
  const donor = new Donor(site);
  const id = await donor.mint(kind);
  const intent = kind === 'donation' ? await donor.askIntent(id) : undefined;
  await donor.saveDetails(id, kind === 'donation');
  if (intent) {
    await donor.confirmCard(intent);
  } else {
    await donor.redirect(kind, id);
    await donor.payElsewhere(kind, id);
  }
  const paidAt = performance.now();
  await donor.pollUntilCompleted(id, PATIENT_POLL_MS);
  return performance.now() - paidAt;
}

/** Makes the emulator of a kind's gateway lose its webhooks from now on, or deliver them again. */
export async function loseWebhooks(kind: DonationCase, site: DonationSite, drop: boolean): Promise<void> {
  const emulator = { donation: 'stripe', pse: 'mercado-pago-co', wallet: 'mercado-pago-mx' }[kind];
  await new Donor(site).control(`${emulator}/webhooks`, { drop });
}

/** A partner's backend and a donor's browser. */
export class Donor {
  readonly #site: DonationSite;
  #cookie = '';

  constructor(site: DonationSite) {
    this.#site = site;
  }

  async mint(kind: DonationCase): Promise<string> {
    const { demo, baseUrl } = this.#site;
    const link = {
      donation: { cause: demo.cause_key, amount: 50, currency: 'USD' },
      pse: { cause: demo.colombia.cause_key, amount: 50_000, currency: 'COP' },
      wallet: { cause: demo.mexico.cause_key, amount: 250, currency: 'MXN' },
    }[kind];
    const body = JSON.stringify(link);
    const headers = { 'x-api-key': demo.key, 'content-type': 'application/json' };
    const { id } = await json(await fetch(`${baseUrl}/v1/checkout_links`, { method: 'POST', headers, body }));
    return String(id);
  }

  /** Loads a page, without its scripts and styles. */
  async open(path: string): Promise<void> {
    const headers = { ...this.#site.donorHeaders, cookie: this.#cookie, 'accept-language': 'es' };
    const response = await fetch(this.#site.baseUrl + path, { headers });
    const html = await response.text();
    if (!response.ok || !html.includes('</html>')) throw new Error(`${path} answered ${response.status}`);
  }

  async call(path: string, body: object): Promise<Reply> {
    const headers = {
      ...this.#site.donorHeaders,
      cookie: this.#cookie,
      'content-type': 'application/json',
      'accept-language': 'es',
    };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(this.#site.baseUrl + path, options);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';', 1)[0] ?? '';
    return json(response);
  }

  askIntent(id: string): Promise<Reply> {
    return this.call(`/v1/checkout_links/${id}/payment_intent`, {});
  }

  async saveDetails(id: string, byCard: boolean): Promise<void> {
    const details = { name: 'Ana Gómez', email: 'ana@example.org', anonymous: false, locale: 'es' };
    await this.call('/checkout/donation', { ref: id, ...details, ...(byCard ? { method: 'card' } : {}) });
  }

  /** The processor's library confirms the intent. */
  async confirmCard({ client_secret, publishable_key, payment_intent_id }: Reply): Promise<void> {
    const form = { client_secret, key: publishable_key, payment_method: 'pm_card_visa' };
    const body = new URLSearchParams(form as Record<string, string>);
    const url = `${this.#site.emulatorUrl}/v1/payment_intents/${payment_intent_id}/confirm`;
    const { status } = await json(await fetch(url, { method: 'POST', body }));
    if (status !== 'succeeded') throw new Error(`The processor says ${status}`);
  }

  async redirect(kind: DonationCase, id: string): Promise<void> {
    const payer = kind === 'pse' ? PAYER : { email: '' };
    const method = kind === 'pse' ? 'bank_transfer' : 'wallet';
    await this.call('/checkout/redirect', { ref: id, method, payer });
  }

  /** The bank approves, or the wallet's user pays. */
  async payElsewhere(kind: DonationCase, id: string): Promise<void> {
    const account = kind === 'pse' ? 'mercado-pago-co' : 'mercado-pago-mx';
    const { payments, preferences } = await this.control<About>(`${account}/about`, { reference: id });
    if (kind === 'pse') await this.control(`${account}/approve`, { payment_id: payments[0]?.id });
    else await this.control(`${account}/pay_preference`, { preference_id: preferences[0] });
  }

  async pollUntilCompleted(id: string, everyMs = POLL_MS): Promise<void> {
    const { baseUrl, demo } = this.#site;
    const deadline = Date.now() + LIMIT_MS;
    for (;;) {
      const url = `${baseUrl}/v1/checkout_links/${id}`;
      const { status } = await json(await fetch(url, { headers: { 'x-api-key': demo.key } }));
      if (status === 'completed') return;
      if (Date.now() > deadline) throw new Error(`${id} is still ${status}`);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }

  /** Calls the emulators' control API. */
  async control<R extends Reply>(path: string, body: object): Promise<R> {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } };
    return json(await fetch(`${this.#site.emulatorUrl}/control/${path}`, { ...options, body: JSON.stringify(body) }));
  }
}

async function json<R extends Reply>(response: Response): Promise<R> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
