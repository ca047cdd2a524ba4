import { CARDS } from '#sdk/src/testing/cards.ts';
import { donorAt } from '#sdk/src/testing/donor.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expire } from './support/late-money.ts';
import { expect, test } from './support/test.ts';

const COLOMBIA = { country: 'CO', amount: 50_000 } as const;

test.describe('a donor who left a bank transfer unfinished and pays by card', () => {
  test('has the transfer cancelled first, so that the bank takes nothing', { tag: '@gate' }, async ({
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
    await expect(later.getByText('we will cancel this payment first')).toBeVisible();
    await later.getByRole('button', { name: 'Pay another way' }).click();
    await donorAt(later).payWith(CARDS.pays);
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.transfersOf(order)).toMatchObject([{ status: 'cancelled' }]);
    expect(await emulator.charged(order)).toEqual([5_000_000]);
  });

  test('reads that the transfer could not be cancelled, is charged nothing yet, and decides', async ({
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
    await away.payAnotherWay();
    await emulator.control('mercado-pago-co/fail', { kind: 'status', status: 400, method: 'PUT', times: 1 });
    await donor.payWith(CARDS.pays);
    await expect(donor.alert).toContainText('We could not cancel your bank transfer');
    await expect(donor.alert).toContainText('Your card was not charged.');
    expect(await emulator.charged(order)).toEqual([]);
    await donor.pay();
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([5_000_000]);
  });

  test('sees thanks and is not charged when the bank had approved the transfer after all', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator }) => {
    await emulator.control('mercado-pago-co/webhooks', { drop: true });
    const order = await link(COLOMBIA);
    await donor.open(order);
    const away = awayFrom(page);
    await away.goToBank();
    await away.answer('Leave without paying');
    await away.payAnotherWay();
    await donor.enterCard(CARDS.pays);
    const [transfer] = await emulator.transfersOf(order);
    await emulator.control('mercado-pago-co/approve', { payment_id: transfer?.id });
    await donor.pay();
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    expect(await emulator.charged(order)).toEqual([]);
  });
});

test('a link that ends while its transfer cannot be cancelled does not say that nothing was charged', async ({
  link,
  donor,
  page,
  partner,
  emulator,
  instance,
}) => {
  const order = await link(COLOMBIA);
  await donor.open(order);
  const away = awayFrom(page);
  await away.goToBank();
  await away.answer('Leave without paying');
  await expect(away.bankIsSilent).toBeVisible();
  await emulator.control('mercado-pago-co/fail', { kind: 'status', status: 400, method: 'PUT', times: 1000 });
  await expire(instance, order);
  await partner.waitFor(order.id, 'expired');
  await page.goto(order.url);
  await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
  await expect(page.getByText('If it does, it will not count as a donation, and we will refund it.')).toBeVisible();
  await expect(page.getByText('You were not charged')).toHaveCount(0);
});
