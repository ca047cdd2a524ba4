import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { deckOn } from './support/qa-deck.ts';
import { expect, test } from './support/test.ts';

test.describe('the QA deck, for banks and wallets', () => {
  test('approves a transfer that the donor left undecided', async ({ link, donor, page, partner }) => {
    const qa = deckOn(page);
    const away = awayFrom(page);
    const order = await link({ country: 'CO', amount: 50_000 });
    await donor.open(order);
    await away.goToBank();
    await page.goto(order.url.replace('/checkout?', '/checkout/return?'));
    await expect(away.bankIsSilent.or(page.getByRole('heading', { level: 2 })).first()).toBeVisible();
    await qa.open();
    await qa.press('Approve now');
    await expect(away.thanks).toBeVisible();
    await partner.waitFor(order.id, 'completed');
    await qa.tells(
      'Link minted',
      'Donor’s choices saved',
      'Payment started',
      'Payment approved',
      'Mail queued',
      'Mail sent',
    );
  });

  test('declines one at the bank', async ({ link, donor, page }) => {
    const qa = deckOn(page);
    const away = awayFrom(page);
    const order = await link({ country: 'CO', amount: 50_000 });
    await donor.open(order);
    await away.goToBank();
    await donor.open(order);
    await qa.open();
    await qa.press('Decline now');
    await expect.poll(qa.trail).toContain('Payment declined');
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'Your bank did not approve the transfer' })).toBeVisible();
    await expect(away.toBank).toBeVisible();
  });

  test('approves one late: the link stays expired, and the money is refunded', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const qa = deckOn(page);
    const away = awayFrom(page);
    const order = await link({ country: 'CO', amount: 50_000 });
    await donor.open(order);
    await away.goToBank({ email: 'late.deck@example.org' });
    await donor.open(order);
    await qa.open();
    await qa.press('Expire now');
    await qa.tells(
      'Link minted',
      'Donor’s choices saved',
      'Payment started',
      'Operator acted',
      'Link expired',
      'Payment canceled',
    );
    await qa.press('Approve late');
    await expect.poll(qa.trail).toContain('Money refunded');
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'COP 50,000 was refunded' })).toBeVisible();
    expect((await partner.readLink(order.id)).status).toBe('expired');
    expect((await partner.payments(order.id)).map(({ state }) => state)).toEqual(['refunded']);
  });

  test('pays at the wallet for a donor who is still there', async ({ link, donor, page, partner }) => {
    const qa = deckOn(page);
    const away = awayFrom(page);
    const order = await link({ country: 'MX', amount: 250 });
    await donor.open(order);
    await qa.open();
    await expect(qa.button('Approve')).toBeHidden();
    await away.goToWallet();
    await donor.open(order);
    await qa.open();
    await qa.press('Approve now');
    await expect(away.thanks).toBeVisible();
    expect((await partner.payments(order.id)).map(({ state }) => state)).toEqual(['approved']);
  });
});
