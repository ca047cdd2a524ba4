import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import { emulatorOf } from '../support/emulator.ts';
import { createPartner, type LinkInput, type Partner } from '../support/partner.ts';
import { test as base, START_LIMIT_MS } from '../support/test.ts';
import type { Country, Stage } from './state.ts';

const CURRENCIES = { US: 'USD', CO: 'COP', MX: 'MXN', BR: 'BRL' } as const;

type Fresh = { instance: Instance; partner: Partner };
type Stages = {
  /** A service without earlier requests. */
  freshStage: Stage;
  /** A service of this state alone. */
  ownStage: Stage;
};

/** The stage on the service of other journeys. Switches are reset after each state. */
export const sharing = base.extend<{ stage: Stage }>({
  stage: async ({ instance, partner, emulator, link, page, context, donor }, use) => {
    await use({ instance, partner, emulator, link, page, context, donor, away: awayFrom(page) });
  },
});

/** The stages on which states are reached, none of them on a service of other journeys. */
export const test = sharing.extend<Stages, { fresh: Fresh }>({
  fresh: [
    async ({ newFolder }, use) => {
      const instance = await startInstance({ dataDir: newFolder() });
      await use({ instance, partner: await createPartner(instance) });
      await instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  freshStage: async ({ fresh, page, context, donor }, use) => {
    const stage = onStage(fresh, { page, context, donor });
    await use(stage);
    await stage.emulator.rest();
  },

  ownStage: [
    async ({ newFolder, page, context, donor }, use) => {
      const instance = await startInstance({ dataDir: newFolder() });
      await use(onStage({ instance, partner: await createPartner(instance) }, { page, context, donor }));
      await instance.stop();
    },
    { timeout: START_LIMIT_MS },
  ],
});

/** A stage on a service in which each link has a cause of its own. */
function onStage({ instance, partner }: Fresh, browser: Pick<Stage, 'page' | 'context' | 'donor'>): Stage {
  const link = async ({ country = 'US', ...input }: LinkInput & { country?: Country } = {}) => {
    const currency = CURRENCIES[country];
    const { key } = await partner.publishCause({ country, currency });
    return partner.mint({ amount: 50, currency, cause: key, ...input });
  };
  const emulator = emulatorOf(instance);
  return { instance, partner, emulator, link, ...browser, away: awayFrom(browser.page) };
}
