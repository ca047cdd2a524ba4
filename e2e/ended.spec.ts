import { CARDS } from '#sdk/src/testing/cards.ts';
import { PARTNER_NAME } from './support/partner.ts';
import { expect, test } from './support/test.ts';

const NO_MONEY = 'You were not charged.';

test.describe('a link that cannot be paid', () => {
  test('because an operator cancelled it says so, and leads back to the partner', async ({
    link,
    donor,
    page,
    partner,
    instance,
  }) => {
    const order = await link({ cancel_url: 'https://partner.example/cancelled' });
    await instance.operate('link', 'cancel', { id: order.id });
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation was canceled' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    const back = page.getByRole('link', { name: `Return to ${PARTNER_NAME}` });
    await expect(back).toHaveAttribute('href', 'https://partner.example/cancelled');
    await expect(page.getByRole('link', { name: 'Visit the cause’s page' })).toBeVisible();
    expect((await partner.readLink(order.id)).status).toBe('cancelled');
  });

  test('because it was cancelled under an open page charges nothing', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    instance,
    emulator,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await instance.operate('link', 'cancel', { id: order.id });
    await donor.pay();
    await expect(page.getByRole('heading', { name: 'This donation was canceled' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    expect(await emulator.charged(order)).toEqual([]);
  });

  test('because its cause is a draft says so, and works once the cause is published', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const draft = await partner.createCause({ title: 'Not yet' });
    const order = await link({ cause: draft.key });
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This cause is not open yet' })).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    await expect(donor.payButton).toHaveCount(0);
    await partner.publish(draft.key);
    await page.reload();
    await expect(donor.payButton).toHaveText('Donate $50');
  });

  test('because its cause is paused says so, also under an open page', { tag: '@gate' }, async ({
    link,
    donor,
    page,
    partner,
    instance,
    emulator,
  }) => {
    const { key } = await partner.publishCause({ title: 'Paused' });
    const order = await link({ cause: key });
    await donor.open(order);
    await donor.enterCard(CARDS.pays);
    await instance.operate('cause', 'update', { key, state: 'paused' });
    await emulator.intentIn('canceled', order);
    await donor.pay();
    const heading = page.getByRole('heading', { name: 'This cause is not accepting donations' });
    await expect(heading).toBeVisible();
    await donor.open(order);
    await expect(heading).toBeVisible();
    await expect(page.getByText(NO_MONEY)).toBeVisible();
    expect(await emulator.charged(order)).toEqual([]);
    expect(await partner.askForIntent(order.id)).toMatchObject({
      status: 422,
      body: { code: 'cause_not_accepting_payments' },
    });
  });

  test('because it does not exist is not found, and nothing hints at existing links', async ({ page, instance }) => {
    const answers = [];
    for (const address of ['/checkout?ref=chl_doesnotexist', '/checkout?ref=', '/checkout']) {
      const answer = await page.goto(`${instance.baseUrl}${address}`);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
      answers.push(await page.getByRole('main').textContent());
    }
    expect(new Set(answers).size).toBe(1);
  });
});
