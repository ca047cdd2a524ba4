import { rmSync, writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import type { Cause } from '#sdk/src/client.ts';
import { type Donor, donorAt } from '#sdk/src/testing/donor.ts';
import { type Mailbox, mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import { throwawayFolder } from '#testing/throwaway-folder.ts';
import { newStaff } from './accounts.ts';
import { type Emulator, emulatorOf } from './emulator.ts';
import { createPartner, type Link, type LinkInput, type Partner } from './partner.ts';
import { type Visitor, visitorAt } from './visitor.ts';

/** Everything starts within seconds once installed; a busy machine with a first database needs longer. */
export const START_LIMIT_MS = 300_000;

const CURRENCIES = { US: 'USD', CO: 'COP', MX: 'MXN', BR: 'BRL' } as const;
type Country = keyof typeof CURRENCIES;

type WorkerPowers = {
  /** Journeys that name their data run on a service of their own, in which no other journey has left anything. */
  data: string;
  /** Environment variables of this worker's service. */
  settings: Record<string, string>;
  /** An empty folder, removed at the end. */
  newFolder: () => string;
  /** This worker's service: its switches affect no journey of another worker. */
  instance: Instance;
  partner: Partner;
  /** A published cause of a country, created once. */
  causePublished: (country?: Country) => Promise<Cause>;
};
type Powers = {
  /** Mints a link; by default USD 50 for a cause in the United States. */
  link: (input?: LinkInput & { country?: Country }) => Promise<Link>;
  donor: Donor;
  emulator: Emulator;
  mailbox: Mailbox;
  /** Somebody who signs in to the dashboard. */
  visitor: Visitor;
  /** The address of a member of staff, created for this test. */
  staff: string;
  /** Fails every journey in which a page threw an error or violated its security policy. */
  unbrokenPages: undefined;
  /** After a failure, keeps the service's log in a file among the results. */
  serviceLog: undefined;
};

export const test = base.extend<Powers, WorkerPowers>({
  data: ['shared', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],

  newFolder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const folders: string[] = [];
      await use(() => {
        const folder = throwawayFolder('journeys-');
        folders.push(folder);
        return folder;
      });
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  instance: [
    async ({ newFolder, settings }, use) => {
      const instance = await startInstance({ dataDir: newFolder(), settings });
      await use(instance);
      await instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  partner: [
    async ({ instance }, use) => use(await createPartner(instance)),
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  causePublished: [
    async ({ partner }, use) => {
      const made = new Map<Country, Promise<Cause>>();
      const make = (country: Country) => partner.publishCause({ country, currency: CURRENCIES[country] });
      await use((country = 'US') => {
        const cause = made.get(country) ?? make(country);
        made.set(country, cause);
        return cause;
      });
    },
    { scope: 'worker' },
  ],

  link: async ({ partner, causePublished }, use) => {
    await use(async ({ country = 'US', ...input } = {}) => {
      const cause = input.cause ?? (await causePublished(country)).key;
      return partner.mint({ amount: 50, currency: CURRENCIES[country], ...input, cause });
    });
  },

  donor: async ({ page }, use) => use(donorAt(page)),

  emulator: async ({ instance }, use) => {
    const emulator = emulatorOf(instance);
    await use(emulator);
    await emulator.rest();
  },

  mailbox: async ({ instance }, use) => use(mailboxAt(`${instance.emulatorUrl}/mailbox.json`)),

  visitor: async ({ page, mailbox, instance }, use) => use(visitorAt(page, mailbox, instance.baseUrl)),

  staff: async ({ instance }, use) => use(await newStaff(instance)),

  // Before the next one, whose failure keeps it too.
  serviceLog: [
    async ({ instance }, use, testInfo) => {
      const before = instance.output().length;
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const path = testInfo.outputPath('service.log');
      writeFileSync(path, instance.output().slice(before));
      await testInfo.attach('service log', { path, contentType: 'text/plain' });
    },
    { auto: true },
  ],

  unbrokenPages: [
    async ({ context }, use) => {
      const errors: string[] = [];
      context.on('weberror', (event) => errors.push(`${event.error().message} (${event.page()?.url()})`));
      context.on('console', (message) => {
        if (/content security policy|trusted ?(types?|html|script)/i.test(message.text())) errors.push(message.text());
      });
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
