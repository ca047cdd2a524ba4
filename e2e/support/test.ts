import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Instance, startInstance } from '../../scripts/testing/instance.ts';
import { type Donor, donorAt } from './donor.ts';
import { type Emulator, emulatorOf, type Mailbox, mailboxOf } from './emulator.ts';
import { type Cause, createPartner, type Link, type LinkWish, type Partner } from './partner.ts';
import { type Visitor, visitorAt } from './visitor.ts';

/** Installing apart, everything is up within seconds; on a busy machine with a first database it takes longer. */
export const START_LIMIT_MS = 120_000;

const CURRENCIES = { US: 'USD', CO: 'COP', MX: 'MXN', BR: 'BRL' } as const;
type Country = keyof typeof CURRENCIES;

type WorkerPowers = {
  /** An empty folder, gone at the end. */
  newFolder: () => string;
  /** The service of this worker: its switches concern no journey of the other one. */
  instance: Instance;
  partner: Partner;
  /** A published cause of a country, made once. */
  causePublished: (country?: Country) => Promise<Cause>;
};
type Powers = {
  /** Mints a link; USD 50 for a cause in the United States unless told otherwise. */
  link: (wish?: LinkWish & { country?: Country }) => Promise<Link>;
  donor: Donor;
  emulator: Emulator;
  mailbox: Mailbox;
  /** Somebody who wants into the dashboard. */
  visitor: Visitor;
  /** Fails every journey in which a page broke or offended its own security policy. */
  unbrokenPages: undefined;
  /** On failure, what the service said meanwhile. */
  serviceLog: undefined;
};

export const test = base.extend<Powers, WorkerPowers>({
  newFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const folders: string[] = [];
      await use(() => {
        const folder = mkdtempSync(join(tmpdir(), 'journeys-'));
        folders.push(folder);
        return folder;
      });
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  instance: [
    async ({ newFolder }, use) => {
      const instance = await startInstance({ dataDir: newFolder() });
      await use(instance);
      await instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  partner: [async ({ instance }, use) => use(await createPartner(instance)), { scope: 'worker' }],

  causePublished: [
    async ({ partner }, use) => {
      const made = new Map<Country, Promise<Cause>>();
      const make = async (country: Country) => {
        const cause = await partner.createCause({ country, currency: CURRENCIES[country] });
        return partner.publish(cause.key);
      };
      await use((country = 'US') => {
        const cause = made.get(country) ?? make(country);
        made.set(country, cause);
        return cause;
      });
    },
    { scope: 'worker' },
  ],

  link: async ({ partner, causePublished }, use) => {
    await use(async ({ country = 'US', ...wish } = {}) => {
      const cause = wish.cause ?? (await causePublished(country)).key;
      return partner.mint({ amount: 50, currency: CURRENCIES[country], ...wish, cause });
    });
  },

  donor: async ({ page }, use) => use(donorAt(page)),

  emulator: async ({ instance }, use) => {
    const emulator = emulatorOf(instance);
    await use(emulator);
    await emulator.rest();
  },

  mailbox: async ({ instance }, use) => use(mailboxOf(instance)),

  visitor: async ({ page, mailbox, instance }, use) => use(visitorAt(page, mailbox, instance.baseUrl)),

  unbrokenPages: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(fault.error().message));
      context.on('console', (message) => {
        if (/content security policy|trusted ?(types?|html|script)/i.test(message.text()))
          faults.push(message.text());
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],

  serviceLog: [
    async ({ instance }, use, testInfo) => {
      const before = instance.said().length;
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('service log', {
        body: instance.said().slice(before),
        contentType: 'text/plain',
      });
    },
    { auto: true },
  ],
});

export { expect };
