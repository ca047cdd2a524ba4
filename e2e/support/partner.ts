import { expect } from '@playwright/test';
import {
  type CauseInput as ApiCauseInput,
  type Cause,
  type CheckoutLink,
  type CheckoutLinkInput,
  type CompletedCheckoutLink,
  createClient,
} from '#sdk/src/client.ts';
import type { Instance } from '#testing/instance.ts';

/** A checkout link as the API answers it; members of a paid one can be read before its status is known. */
export type Link = CheckoutLink & Partial<Omit<CompletedCheckoutLink, 'status'>>;
type Problem = { type: string; status: number; code: string; instance: string; status_detail?: string };
type Intent = { payment_intent_id: string };
type Answer<Body> = { status: number; body: Body };

/** What a mint may leave out: currency and amount have defaults. */
export type LinkInput = Partial<CheckoutLinkInput>;
export type CauseInput = Partial<ApiCauseInput> & { currency?: string };

/** A payment as the operator console lists it. */
export type Payment = { id: string; state: string; amount: number; gateway_payment_id: string | null };

/** A partner with its own key, calling the API over HTTP. */
export type Partner = ReturnType<typeof partnerOf>;

/** The partner's name on the pages. */
export const PARTNER_NAME = 'Casa Abierta';
/** Title of a cause that was given none. */
export const CAUSE_TITLE = 'A well for San Mateo';

const LOOKS = { 'display-name': PARTNER_NAME, 'accent-color': '#0F766E' };

/** Creates a client with this branding (flags of the console), and a key with all permissions. */
export async function createPartner(instance: Instance, branding: Record<string, string> = LOOKS): Promise<Partner> {
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

/** The permissions of a key. */
export function partnerOf({ baseUrl, operate }: Instance, key: string) {
  const { causes, checkoutLinks } = createClient({ apiKey: key, baseUrl });

  async function askForIntent<Body>(id: string): Promise<Answer<Body>> {
    const headers = { 'content-type': 'application/json' };
    const address = `${baseUrl}/v1/checkout_links/${id}/payment_intent`;
    const response = await fetch(address, { method: 'POST', headers, body: '{}' });
    return { status: response.status, body: await response.json() };
  }

  /** A draft. */
  const createCause = ({ title = CAUSE_TITLE, country = 'US', currency = 'USD', ...rest }: CauseInput = {}) =>
    causes.create({
      title,
      country,
      owner: { email: 'owner@example.org', name: 'Ana Owner' },
      terms_accepted_at: new Date().toISOString(),
      terms_version: '1',
      terms_accepted_ip: '203.0.113.7',
      goal: { amount: 500_000, currency },
      ...rest,
    } as ApiCauseInput);
  const publish = (key: string) => operate<Cause>('cause', 'publish', { key });
  const readLink = (id: string): Promise<Link> => checkoutLinks.retrieve(id);
  return {
    /** A link for a published cause. */
    mint: (input: LinkInput): Promise<Link> => checkoutLinks.create(input as CheckoutLinkInput),
    createCause,
    publish,
    /** A cause that is open to donations. */
    publishCause: async (input?: CauseInput) => publish((await createCause(input)).key),
    readCause: (key: string) => causes.retrieve(key),
    readLink,
    askForIntent: (id: string) => askForIntent<Problem>(id),
    /** Starts the link's card payment, and returns its id. */
    async startPayment(id: string): Promise<string> {
      const { status, body } = await askForIntent<Intent>(id);
      if (status !== 200) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
      return body.payment_intent_id;
    },
    /** Polls the link, as the specification asks of partners, until it has this status. */
    async waitFor(id: string, status: Link['status']): Promise<Link> {
      await expect.poll(async () => (await readLink(id)).status).toBe(status);
      return readLink(id);
    },
    payments: (id: string) => operate<Payment[]>('payment', 'list', { link: id }),
  };
}
