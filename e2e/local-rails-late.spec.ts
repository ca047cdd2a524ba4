import { startInstance } from '../scripts/testing/instance.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { emulatorOf, mailboxOf } from './support/emulator.ts';
import { awayFrom } from './support/local-rails.ts';
import { createPartner } from './support/partner.ts';
import { test as base, expect, START_LIMIT_MS } from './support/test.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_MONEY = 'No money was taken.';

/** Moves the bank's clock, and so concerns everything else there: a service of its own. */
async function open(dataDir: string) {
  const instance = await startInstance({ dataDir });
  const partner = await createPartner(instance);
  const { key } = await partner.createCause({ country: 'CO', currency: 'COP' });
  await partner.publish(key);
  const link = () => partner.mint({ cause: key, amount: 50_000, currency: 'COP' });
  return { instance, partner, link, emulator: emulatorOf(instance), mailbox: mailboxOf(instance) };
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
  test('cannot be started without the list of banks: that is said, and the card still works', async ({
    own,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await own.emulator.control('mercado-pago-co/switches', { emptyBankList: true });
    await donor.open(await own.link());
    await expect(page.getByRole('heading', { name: 'The list of banks cannot be reached' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await away.toBank.click();
    await expect(
      donor.alert.first().getByRole('link', { name: 'The list of banks cannot be reached' }),
    ).toBeVisible();
    await donor.seeCardForm();
    await own.emulator.control('mercado-pago-co/switches', { emptyBankList: false });
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Bank or wallet that you pay from')).toBeVisible();
  });

  test('approved on a link that was called off is given back, and that is said once it is so', async ({
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
    await expect(page.getByRole('heading', { name: 'This donation was cancelled' })).toBeVisible();
    expect((await mailbox.theMailTo('cancelled@example.org')).subject).toContain('We gave back');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'COP 50,000 was given back' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toHaveCount(0);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'refunded', amount: 50_000 }]);
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });

  test('approved after the time of its link is given back, and counts for nothing', async ({
    own,
    donor,
    page,
  }) => {
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
    expect((await mailbox.theMailTo('late@example.org')).subject).toContain('We gave back');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'COP 50,000 was given back' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    expect(await emulator.transfersOf(order)).toMatchObject([{ status: 'refunded' }]);
    expect(await partner.payments(order.id)).toMatchObject([{ state: 'refunded' }]);
    expect(await partner.readLink(order.id)).not.toHaveProperty('amount_paid');
    await emulator.rest();
  });
});
