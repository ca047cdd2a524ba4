import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Cause, type CheckoutLink, type CheckoutLinkInput, type Client, createClient } from '../client.ts';
import { type Donor, donorAt } from './donor.ts';
import {
  type Country,
  type Gateway,
  gatewayAt,
  type LinkRef,
  newPartner,
  publishAt,
  type TestCause,
  type TestPartner,
} from './gateway.ts';
import { type Mailbox, mailboxAt } from './mailbox.ts';
import { OUTCOME_NAMES, OUTCOMES, type OutcomeName } from './outcomes.ts';
import { bringAbout } from './reach.ts';
import { type RunningService, startService } from './service.ts';

/** Milliseconds: a first start installs, builds and makes a database. */
const START_LIMIT_MS = 15 * 60_000;

/** What links ask for unless told otherwise, in whole major units. */
const AMOUNTS = { US: 50, BR: 50, CO: 50_000, MX: 250 } as const satisfies Record<Country, number>;

/** The countries in which each way to pay is offered. */
const COUNTRIES = { card: 'US', bank_transfer: 'CO', wallet: 'MX', event: 'US' } as const;

/** Settings for `use` of the Playwright configuration. */
export type KitOptions = {
  /** The address of a running service with emulated gateways, on this machine. By default `BASE_URL` of the environment. */
  serviceUrl: string | undefined;
  /** Without such an address: a checkout of the service's repository, started once for each worker. By default `CHECKOUT`. */
  checkout: string | undefined;
};

/** What a link may leave out: it has a cause, and an amount in its currency. */
export type LinkInput = Partial<CheckoutLinkInput> & { country?: Country };

/** Fixtures of a worker: nothing of them is shared with another. */
export type WorkerFixtures = {
  service: { baseUrl: string };
  /** The partner that was made for this worker: its key, and its published causes. */
  testPartner: TestPartner;
  /** The client of this worker's partner, and its key for your own code. */
  partner: Client & { apiKey: string };
  /** A published cause of the partner; by default the one in the United States. */
  cause: (country?: Country) => TestCause;
};

/** Fixtures of a test. */
export type Fixtures = {
  /** Mints a link; by default USD 50 for the cause in the United States. */
  link: (input?: LinkInput) => Promise<CheckoutLink>;
  /** Somebody on the checkout, in the test's `page`. */
  donor: Donor;
  gateway: Gateway;
  mailbox: Mailbox;
  /** Expires a link now. */
  expire: (link: LinkRef) => Promise<void>;
  /** Publishes a cause that the test has created, as its owner does in the dashboard. */
  publish: (cause: { key: string }) => Promise<Cause>;
  /**
   * Your own site, which runs at `localUrl`, answers at `publicUrl` in the test's browser: return addresses must be https.
   */
  serveAt: (publicUrl: string, localUrl: string) => Promise<void>;
  /** Brings a link to an outcome, in the test's `page`, and checks that it says what the table of outcomes says. */
  reach: (outcome: OutcomeName, link?: CheckoutLink) => Promise<CheckoutLink>;
};

/** The service that this worker has started, if any. */
let started: RunningService | undefined;

/** So many lines of its output, the last, are printed when a test fails. */
const MOST_LINES = 200;

export const test = base.extend<Fixtures & { printOutput: undefined }, WorkerFixtures & KitOptions>({
  serviceUrl: [process.env.BASE_URL, { option: true, scope: 'worker' }],
  checkout: [process.env.CHECKOUT, { option: true, scope: 'worker' }],

  service: [
    async ({ serviceUrl, checkout }, use) => {
      if (serviceUrl) return use({ baseUrl: serviceUrl.replace(/\/+$/, '') });
      if (!checkout) throw new Error('The test kit needs a service: set BASE_URL, or CHECKOUT to a checkout of it.');
      const dataDir = mkdtempSync(join(tmpdir(), 'fundraising-service-'));
      const service = await startService({ checkout, dataDir });
      started = service;
      await use(service);
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  testPartner: [async ({ service }, use) => use(await newPartner(service.baseUrl)), { scope: 'worker' }],

  partner: [
    async ({ service, testPartner }, use) => {
      const apiKey = testPartner.api_key;
      await use({ ...createClient({ apiKey, baseUrl: service.baseUrl }), apiKey });
    },
    { scope: 'worker' },
  ],

  cause: [async ({ testPartner }, use) => use((country = 'US') => testPartner.causes[country]), { scope: 'worker' }],

  /** Prints what the service said when a test fails. It starts none: some tests need no service. */
  printOutput: [
    async ({ serviceUrl }, use, info) => {
      await use(undefined);
      if (serviceUrl || !started || info.status === info.expectedStatus) return;
      const lines = started.output().trimEnd().split('\n').slice(-MOST_LINES);
      console.error(`The service's last output, of "${info.title}":\n${lines.join('\n')}`);
    },
    { auto: true },
  ],

  link: async ({ partner, cause }, use) => {
    await use(({ country = 'US', ...input } = {}) => {
      const { key, goal } = cause(country);
      const { currency } = goal as Pick<CheckoutLinkInput, 'currency'>;
      return partner.checkoutLinks.create({ cause: key, amount: AMOUNTS[country], currency, ...input });
    });
  },

  donor: async ({ page }, use) => use(donorAt(page)),

  gateway: async ({ service }, use) => use(gatewayAt(service.baseUrl)),

  mailbox: async ({ testPartner }, use) => use(mailboxAt(testPartner.mailbox_url, new Date())),

  expire: async ({ gateway }, use) => {
    await use(async (link) => {
      await gateway.expire(link);
    });
  },

  publish: async ({ service }, use) => use((cause) => publishAt(service.baseUrl, cause)),

  serveAt: async ({ context }, use) => {
    await use(async (publicUrl, localUrl) => {
      await context.route(`${publicUrl}/**`, async (route) => {
        const url = localUrl + route.request().url().slice(publicUrl.length);
        await route.fulfill({ response: await route.fetch({ url, maxRedirects: 0 }) });
      });
    });
  },

  reach: async ({ link, partner, donor, gateway, context }, use) => {
    await use(async (outcome, given) => {
      const row = OUTCOMES[outcome];
      const country = 'country' in row ? row.country : COUNTRIES[row.by];
      const found = given ?? (await link({ country }));
      await bringAbout(outcome, { donor, gateway, context }, found);
      const reached = await partner.checkoutLinks.retrieve(found.id);
      expect(reached.status).toBe(row.link);
      return reached;
    });
  },
});

export type { CheckoutLink, Country, Donor, Gateway, Mailbox, OutcomeName };
export { expect, OUTCOME_NAMES, OUTCOMES };
