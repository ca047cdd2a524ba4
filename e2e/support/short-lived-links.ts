import { expect } from '@playwright/test';
import { type Mailbox, mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { type Instance, startInstance } from '#testing/instance.ts';
import { type Emulator, emulatorOf } from './emulator.ts';
import { createPartner, type Link, type Partner } from './partner.ts';
import { test as base, START_LIMIT_MS } from './test.ts';

/** Long enough to pay on a busy machine, short enough to wait for. */
const LIFETIME_SECONDS = 10;

/** A service whose links expire quickly. */
export type ShortLived = {
  instance: Instance;
  partner: Partner;
  emulator: Emulator;
  mailbox: Mailbox;
  link: () => Promise<Link>;
  /** A link that expired before the journey began. */
  expiredLink: () => Promise<Link>;
};

export const test = base.extend<object, { shortLived: ShortLived }>({
  shortLived: [
    async ({ newFolder }, use) => {
      const settings = { CHECKOUT_LINK_TTL_SECONDS: String(LIFETIME_SECONDS) };
      const instance = await startInstance({ dataDir: newFolder(), settings });
      const partner = await createPartner(instance);
      const { key } = await partner.createCause({ title: 'A well for San Mateo' });
      await partner.publish(key);
      const link = () => partner.mint({ cause: key, amount: 50, currency: 'USD' });
      const early = await link();
      const expiredLink = async () => {
        await isOver(early);
        return early;
      };
      const outside = {
        emulator: emulatorOf(instance),
        mailbox: mailboxAt(`${instance.emulatorUrl}/mailbox.json`),
      };
      await use({ instance, partner, link, expiredLink, ...outside });
      await instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
});

/**
 * Waits until a link has expired by the clock, without asking the service, because a request would store its end. The
 * processor's clock has whole seconds, so one more has to pass before money counts as late.
 */
export async function isOver({ expires_at }: Link): Promise<void> {
  const overdue = () => Date.now() - Date.parse(expires_at);
  await expect.poll(overdue, { timeout: LIFETIME_SECONDS * 1500 }).toBeGreaterThan(1000);
}
