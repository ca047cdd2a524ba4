import { expect } from '@playwright/test';
import type { Instance } from '../../scripts/testing/instance.ts';

/** A checkout link as the API answers it (the members that journeys read). */
export type Link = {
  id: string;
  url: string;
  status: 'open' | 'completed' | 'expired' | 'cancelled';
  amount: number;
  currency: string;
  expires_at: string;
  amount_paid?: number;
  currency_paid?: string;
  payment_id?: string;
  completed_at?: string;
};
export type Cause = { key: string; slug: string; url: string; state: string; title: string; totals?: Totals };
type Totals = { collected: number; contributions: number; contributors: number };
type Problem = { type: string; status: number; code: string; instance: string; status_detail?: string };
type Intent = { payment_intent_id: string };
type Answer<Body> = { status: number; body: Body };

/** What a partner may leave out of a mint: the cause's currency and an amount are filled in. */
export type LinkWish = { cause?: string; amount?: number; currency?: string } & Record<string, unknown>;
export type CauseWish = { title?: string; country?: string; currency?: string } & Record<string, unknown>;

/** A payment as the operator console lists it. */
export type Payment = { id: string; state: string; amount: number; gateway_payment_id: string | null };

/** A partner with a key of their own, who speaks HTTP. */
export type Partner = ReturnType<typeof partnerOf>;

/** How partners call their company on the pages. */
export const PARTNER_NAME = 'Casa Abierta';
/** What a cause is called that nobody gave a title. */
export const CAUSE_TITLE = 'A well for San Mateo';

const LOOKS = { 'display-name': PARTNER_NAME, 'accent-color': '#0F766E' };

/** Creates a client with this branding, as flags of the console, and a key that may do everything. */
export async function createPartner(
  instance: Instance,
  branding: Record<string, string> = LOOKS,
): Promise<Partner> {
  const client = await instance.operate<{ id: string }>('client', 'create', {
    name: 'Journeys',
    ...branding,
  });
  const permissions = 'checkout_links:write,checkout_links:read,causes:write,cause:read,creators:provision';
  const { key } = await instance.operate<{ key: string }>('key', 'create', {
    client: client.id,
    permissions,
  });
  return partnerOf(instance, key);
}

/** The powers of a key. */
export function partnerOf(instance: Instance, key: string) {
  async function call<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${instance.baseUrl}${path}`, { method, headers, ...payload });
    return { status: response.status, body: await response.json() };
  }

  async function sure<Body>(status: number, asked: Promise<Answer<Body>>): Promise<Body> {
    const answer = await asked;
    if (answer.status !== status)
      throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const readLink = (id: string) => sure(200, call<Link>('GET', `/v1/checkout_links/${id}`));
  return {
    /** A link for a published cause. */
    mint: (wish: LinkWish) => sure(201, call<Link>('POST', '/v1/checkout_links', wish)),
    /** A draft. */
    createCause: ({ title = CAUSE_TITLE, country = 'US', currency = 'USD', ...rest }: CauseWish = {}) =>
      sure(
        201,
        call<Cause>('POST', '/v1/causes', {
          title,
          country,
          owner: { email: 'owner@example.org', name: 'Ana Owner' },
          terms_accepted_at: new Date().toISOString(),
          terms_version: '1',
          terms_accepted_ip: '203.0.113.7',
          goal: { amount: 500_000, currency },
          ...rest,
        }),
      ),
    publish: (key: string) => instance.operate<Cause>('cause', 'publish', { key }),
    readCause: (key: string) => sure(200, call<Cause>('GET', `/v1/causes/${key}`)),
    readLink,
    askForIntent: (id: string) => call<Problem>('POST', `/v1/checkout_links/${id}/payment_intent`, {}),
    /** The id of a link's card payment, which this starts. */
    startPayment: async (id: string) =>
      (await sure(200, call<Intent>('POST', `/v1/checkout_links/${id}/payment_intent`, {})))
        .payment_intent_id,
    /** Polls, as the specification tells partners to, until the link says so. */
    async waitFor(id: string, status: Link['status']): Promise<Link> {
      await expect.poll(async () => (await readLink(id)).status, { timeout: 15_000 }).toBe(status);
      return readLink(id);
    },
    payments: (id: string) => instance.operate<Payment[]>('payment', 'list', { link: id }),
  };
}
