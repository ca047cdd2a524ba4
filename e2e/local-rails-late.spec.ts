import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;

// On a service of their own: these journeys move the bank's clock, which affects all of its payments.
test.use({ data: 'late transfers' });

test.describe('a bank transfer', () => {
  test('waits for the list of banks: the page says so and asks again by itself, and the card still works', async ({
    link,
    emulator,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await emulator.control('mercado-pago-co/switches', { emptyBankList: true });
    await donor.open(await link(COLOMBIA));
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
    await emulator.control('mercado-pago-co/switches', { emptyBankList: false });
    await page.getByRole('radio', { name: 'Bank transfer (PSE)' }).check();
    await expect(page.getByRole('radio', { name: 'A person' })).toBeVisible();
  });

  test('approved on an expired link is refunded, and never counted', async ({
    link,
    emulator,
    mailbox,
    partner,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    const order = await link(COLOMBIA);
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
  });
});
