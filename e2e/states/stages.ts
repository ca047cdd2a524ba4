import { type Instance, startInstance } from '../../scripts/testing/instance.ts';
import { emulatorOf } from '../support/emulator.ts';
import { test as hurriedTest } from '../support/hurried.ts';
import { awayFrom } from '../support/local-rails.ts';
import { createPartner, type LinkWish, type Partner } from '../support/partner.ts';
import { START_LIMIT_MS } from '../support/test.ts';
import type { Country, Stage } from './state.ts';

const CURRENCIES = { US: 'USD', CO: 'COP', MX: 'MXN', BR: 'BRL' } as const;

type Fresh = { instance: Instance; partner: Partner };
type Stages = {
  stage: Stage;
  /** Where links are over soon after they were made. */
  shortLivedStage: Stage;
  /** Where nothing has happened yet. */
  freshStage: Stage;
};

/** The stages that states are reached on; what a state switches is at rest again after it. */
export const test = hurriedTest.extend<Stages, { fresh: Fresh }>({
  fresh: [
    async ({ newFolder }, use) => {
      const instance = await startInstance({ dataDir: newFolder() });
      await use({ instance, partner: await createPartner(instance) });
      await instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  stage: async ({ instance, partner, emulator, link, page, context, donor }, use) => {
    await use({ instance, partner, emulator, link, page, context, donor, away: awayFrom(page) });
  },

  shortLivedStage: async ({ hurried, page, context, donor }, use) => {
    const { instance, partner, emulator, link } = hurried;
    await use({ instance, partner, emulator, link, page, context, donor, away: awayFrom(page) });
    await emulator.rest();
  },

  freshStage: async ({ fresh: { instance, partner }, page, context, donor }, use) => {
    const emulator = emulatorOf(instance);
    const link = async ({ country = 'US', ...wish }: LinkWish & { country?: Country } = {}) => {
      const currency = CURRENCIES[country];
      const { key } = await partner.createCause({ country, currency });
      await partner.publish(key);
      return partner.mint({ amount: 50, currency, cause: key, ...wish });
    };
    await use({ instance, partner, emulator, link, page, context, donor, away: awayFrom(page) });
    await emulator.rest();
  },
});
