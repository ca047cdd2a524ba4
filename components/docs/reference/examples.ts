import type { CauseReply } from '#lib/causes/contract.ts';
import type { LinkReply, PublicLinkReply } from '#lib/checkout-links/contract.ts';

type Example = { body?: object; reply: object };

const LINK_ID = 'chl_4fJqW2mZr8TnK0xYbVd3LsPa';
const CAUSE_KEY = 'a-roof-for-the-school-x1y2z3w4';

const openLink = {
  id: LINK_ID,
  object: 'checkout_link',
  url: `https://pay.example/checkout?ref=${LINK_ID}`,
  status: 'open',
  cause: CAUSE_KEY,
  amount: 50,
  currency: 'USD',
  fee_percent: 5,
  expires_at: '2026-11-22T09:30:00.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
  success_url: 'https://shop.example/thanks',
  external_reference: 'order-1042',
} satisfies LinkReply;

const completedLink = {
  ...openLink,
  status: 'completed',
  amount_paid: 60,
  currency_paid: 'USD',
  payment_id: 'pay_9cHs5RkQe1UyBw7AfGt6NvXj',
  completed_at: '2026-11-21T09:34:12.000Z',
} satisfies LinkReply;

const publicLink = {
  id: LINK_ID,
  status: 'open',
  amount: 50,
  currency: 'USD',
  expires_at: '2026-11-22T09:30:00.000Z',
  cause: { key: CAUSE_KEY, name: 'A roof for the school', image: 'https://img.example/roof.jpg' },
  branding: { accent_color: '#0F766E', display_name: 'Casa Abierta' },
} satisfies PublicLinkReply;

const cause = {
  key: CAUSE_KEY,
  object: 'cause',
  slug: CAUSE_KEY,
  url: `https://pay.example/c/${CAUSE_KEY}`,
  state: 'draft',
  title: 'A roof for the school',
  country: 'us',
  goal: { amount: 500_000, currency: 'USD' },
  finance_data: { currency: 'USD', fee_percent: 5, fee_model: 'plus_gateway_costs' },
  owners: [{ email: 'owner@example.org' }],
  created_at: '2026-11-21T09:28:00.000Z',
  totals: { collected: 0, contributions: 0, contributors: 0 },
} satisfies CauseReply;

/** What one call of each endpoint sends and gets. A test holds them against the contracts. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  createCheckoutLink: {
    body: {
      cause: CAUSE_KEY,
      amount: 50,
      currency: 'USD',
      external_reference: 'order-1042',
      success_url: 'https://shop.example/thanks',
    },
    reply: openLink,
  },
  readCheckoutLink: { reply: completedLink },
  readPublicCheckoutLink: { reply: publicLink },
  createPaymentIntent: {
    body: { email: 'donor@example.org' },
    reply: {
      client_secret: 'pi_3Q…_secret_…',
      publishable_key: 'pk_live_…',
      payment_intent_id: 'pi_3Q…',
    },
  },
  createCause: {
    body: {
      title: 'A roof for the school',
      country: 'US',
      owner: { email: 'owner@example.org', name: 'Ana Owner' },
      terms_accepted_at: '2026-11-20T09:00:00Z',
      terms_version: '2026-01',
      terms_accepted_ip: '203.0.113.7',
      goal: { amount: 500_000, currency: 'USD' },
    },
    reply: cause,
  },
  readCause: {
    reply: {
      ...cause,
      state: 'published',
      totals: { collected: 1240, contributions: 31, contributors: 28 },
    } satisfies CauseReply,
  },
};

/** Path parameters as the examples fill them in. */
export const EXAMPLE_PARAMETERS: Readonly<Record<string, string>> = { id: LINK_ID, key: CAUSE_KEY };
