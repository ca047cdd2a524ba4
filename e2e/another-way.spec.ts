import { CARDS, donorAt } from './support/donor.ts';
import { awayFrom } from './support/local-rails.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;

test.describe('a donor who left a bank transfer unfinished and pays by card', () => {
  test('has it called off first: the bank takes nothing any more', async ({
    link,
    donor,
    page,
    context,
    partner,
    emulator,
  }) => {
    const order = await link(COLOMBIA);
    await donor.open(order);
    await awayFrom(page).goToBank();
    const later = await context.newPage();
    const away = awayFrom(later);
    await later.goto(order.url);
    await expect(later.getByText('we call this payment off first')).toBeVisible();
    await later.getByRole('button', { name: 'Pay another way' }).click();
    await donorAt(later).payWith(CARDS.pays);
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.transfersOf(order)).toMatchObject([{ status: 'cancelled' }]);
    expect(await emulator.charged(order)).toEqual([5_000_000]);
  });

  test('is told where that cannot be done, is charged nothing yet, and decides', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    const order = await link(COLOMBIA);
    await donor.open(order);
    const away = awayFrom(page);
    await away.goToBank();
    await away.answer('Leave without paying');
    await expect(away.bankIsSilent).toBeVisible();
    await page.getByRole('link', { name: 'Pay another way' }).click();
    await emulator.control('mercado-pago-co/fail', { kind: 'status', status: 400, method: 'PUT', times: 1 });
    await donor.payWith(CARDS.pays);
    await expect(donor.alert).toContainText('Your bank transfer could not be called off');
    await expect(donor.alert).toContainText('Nothing was charged to your card.');
    expect(await emulator.charged(order)).toEqual([]);
    await donor.pay();
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5_000_000]);
  });

  test('is thanked and not charged where the bank had approved it after all', async ({
    link,
    donor,
    page,
    partner,
    emulator,
  }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const order = await link(COLOMBIA);
    await donor.open(order);
    const away = awayFrom(page);
    await away.goToBank();
    await away.answer('Leave without paying');
    await page.getByRole('link', { name: 'Pay another way' }).click();
    await donor.enterCard(CARDS.pays);
    const [transfer] = await emulator.transfersOf(order);
    await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id });
    await donor.pay();
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([]);
  });
});
