import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { startInstance } from '#testing/instance.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { emulatorOf } from './support/emulator.ts';
import { createPartner } from './support/partner.ts';
import { test as base, expect, START_LIMIT_MS } from './support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_MONEY = 'You were not charged.';

/** A service of its own: these journeys move the bank's clock, which affects all of its payments. */
async function open(dataDir: string) {
  const instance = await startInstance({ dataDir });
  const partner = await createPartner(instance);
  const { key } = await partner.publishCause({ country: 'CO', currency: 'COP' });
  const link = () => partner.mint({ cause: key, amount: 50_000, currency: 'COP' });
  return {
    instance,
    partner,
    link,
    emulator: emulatorOf(instance),
    mailbox: mailboxAt(`${instance.emulatorUrl}/mailbox.json`),
  };
}
const test = base.extend<object, { own: Awaited<ReturnType<typeof open>> }>({
  own: [
    async ({ newFolder }, use) => {
      const own = await open(newFolder());
      await use(own);
      await own.instance.stop();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
});

test.describe('a bank transfer', () => {
  test('waits for the list of banks: the page says so and asks again by itself, and the card still works', async ({
    own,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await own.emulator.control('mercado-pago-co/switches', { emptyBankList: true });
    await donor.open(await own.link());
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await expect(page.getByRole('heading', { name: 'We could not load the list of banks' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await expect(away.continueButton).toHaveAccessibleDescription(/^You cannot pay this way right now/);
    await away.continueButton.press('Enter');
    await expect(donor.alert.first().getByRole('link', { name: 'We could not load the list of banks' })).toBeVisible();
    const asked = Promise.withResolvers<void>();
    await page.route('**/checkout/banks?*', async (route) => {
      await asked.promise;
      await route.continue();
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(page.getByRole('status').filter({ hasText: 'still loading' })).toBeVisible();
    await expect(again).toBeDisabled();
    asked.resolve();
    await expect(again).toBeEnabled();
    await donor.seeCardForm();
    await own.emulator.control('mercado-pago-co/switches', { emptyBankList: false });
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await expect(page.getByRole('radio', { name: 'A person' })).toBeVisible();
  });

  test('approved on a cancelled link is refunded, and the page says so once it is', { tag: '@gate' }, async ({
    own,
    donor,
    page,
  }) => {
    const { emulator, mailbox, partner, instance } = own;
    const away = awayFrom(page);
    const order = await own.link();
    await donor.open(order);
    await away.goToBank({ email: 'cancelled@example.org' });
    await instance.operate('link', 'cancel', { id: order.id });
    await emulator.control('mercado-pago-co/switches', { lateApproval: true });
    await page.reload();
    await away.answer('Approve');
    await expect(page.getByRole('heading', { name: 'This donation was canceled' })).toBeVisible();
    expect((await mailbox.theMailTo('cancelled@example.org')).subject).toContain('We refunded');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'COP 50,000 was refunded' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'refunded', amount: 50_000 }]);
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });

  test('approved on an expired link is refunded, and never counted', async ({ own, donor, page }) => {
    const { emulator, mailbox, partner } = own;
    const away = awayFrom(page);
    const order = await own.link();
    await donor.open(order);
    await away.goToBank({ email: 'late@example.org' });
    await emulator.control('clock', { advanceMs: DAY_MS + 60_000 });
    await emulator.control('mercado-pago-co/switches', { lateApproval: true });
    await page.reload();
    await expect(page.getByText('The transfer expired. Nothing was charged.')).toBeVisible();
    await away.answer('Approve');
    expect((await mailbox.theMailTo('late@example.org')).subject).toContain('We refunded');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'COP 50,000 was refunded' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    expect(await emulator.transfersOf(order)).toMatchObject([{ status: 'refunded' }]);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'refunded' }]);
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });
});
