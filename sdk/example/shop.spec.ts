import { expect, test as kit } from 'fundraising-partner/testing';
import { openShop, type Shop } from './shop.ts';

/** Where donors return to; the test's browser finds the shop there. */
const PUBLIC_URL = 'https://shop.example';

/** The kit, with our shop as a partner of the service. */
const test = kit.extend<{ shop: Shop }>({
  shop: async ({ partner, cause, serveAt }, use) => {
    const shop = await openShop({ partner, cause: cause('US').key, publicUrl: PUBLIC_URL });
    await serveAt(PUBLIC_URL, shop.url);
    await use(shop);
    await shop.close();
  },
});

test.describe('the shop', () => {
  test.beforeEach(async ({ page, shop }) => {
    await page.goto(shop.url);
    await page.getByRole('button', { name: 'Donate' }).click();
  });

  test('a donor gives, comes back, and is thanked', async ({ page, donor, partner, mailbox }) => {
    const { id } = donor.currentLink();
    await donor.payByCard('paid', { email: 'ana@example.org' });
    await donor.backToPartner.click();
    await expect(page.getByRole('status')).toHaveText('Thank you! USD 50 arrived.');
    const link = await partner.checkoutLinks.waitUntilCompleted(id);
    expect((await mailbox.receiptOf('ana@example.org', link)).subject).toContain('$50');
  });

  test('the shop counts what was given, not what it asked for', async ({ page, donor }) => {
    await donor.changeAmount(75);
    await donor.payByCard('paid');
    await donor.backToPartner.click();
    await expect(page.getByRole('status')).toHaveText('Thank you! USD 75 arrived.');
  });

  test('a card is declined, and another one pays', async ({ page, donor }) => {
    await donor.payByCard('insufficient_funds');
    await donor.payByCard('three_d_secure_passed');
    await donor.backToPartner.click();
    await expect(page.getByRole('status')).toHaveText('Thank you! USD 50 arrived.');
  });

  test('a donor who never comes back has given all the same', async ({ page, donor, gateway }) => {
    const link = donor.currentLink();
    await gateway.webhooks(link, 'drop');
    await donor.payByCard('paid');
    const order = await donor.backToPartner.getAttribute('href');
    await page.goto('about:blank');
    await page.goto(order ?? '');
    await expect(page.getByRole('status')).toHaveText('Thank you! USD 50 arrived.');
  });

  test('a link expires, and the shop says that nothing was charged', async ({ page, donor, expire }) => {
    await expire(donor.currentLink());
    await page.reload();
    await donor.see('expired_before_paying');
    await donor.backToPartner.click();
    await expect(page.getByRole('status')).toHaveText('You were not charged: the link is expired.');
  });
});

test('a link of Mexico is paid with the wallet', async ({ link, donor, partner }) => {
  const order = await link({ country: 'MX' });
  await donor.open(order);
  await donor.payByWallet('wallet_paid');
  expect(await partner.checkoutLinks.waitUntilCompleted(order.id)).toMatchObject({ currency_paid: 'MXN' });
});

test('a cause of our own collects once it is published', async ({ partner, publish, donor }) => {
  const draft = await partner.causes.create({
    title: 'A roof for the school',
    country: 'US',
    goal: { amount: 10_000, currency: 'USD' },
    owner: { email: 'owner@example.org', name: 'Ana Owner' },
    terms_accepted_at: '2026-11-20T09:00:00Z',
    terms_version: '2026-01',
    terms_accepted_ip: '203.0.113.7',
  });
  expect(draft.state).toBe('draft');
  expect((await publish(draft)).state).toBe('published');
  const order = await partner.checkoutLinks.create({ cause: draft.key, amount: 20, currency: 'USD' });
  await donor.open(order);
  await donor.payByCard('paid');
  expect((await partner.causes.retrieve(draft.key)).totals).toMatchObject({ collected: 20 });
});

test('a link of Colombia is paid by bank transfer', async ({ link, donor, partner }) => {
  const order = await link({ country: 'CO' });
  await donor.open(order);
  await donor.payByBankTransfer('bank_approved');
  expect(await partner.checkoutLinks.waitUntilCompleted(order.id)).toMatchObject({ currency_paid: 'COP' });
});
