import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { tabTo } from './support/keyboard.ts';
import { deckOn } from './support/qa-deck.ts';
import { expect, test } from './support/test.ts';

/** The text that a donor reads for each decline reason. Nobody learns that a card is known as lost or stolen. */
const DECLINES = {
  Decline: 'Your bank did not approve this payment.',
  'Insufficient funds': 'This card does not have enough funds',
  'Lost card': 'Your bank did not approve this payment.',
  'Stolen card': 'Your bank did not approve this payment.',
  'Expired card': 'This card has expired.',
  'Incorrect CVC': 'The security code is incorrect.',
  'Processing error': 'The payment did not go through',
} as const;

test.describe('the QA deck', () => {
  test('declines a good card for every reason, approves a bad one, and lists all of it in order', async ({
    link,
    donor,
    page,
    emulator,
  }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await qa.open();
    await page.getByLabel('Email (optional)').fill('deck@example.org');
    for (const [reason, message] of Object.entries(DECLINES)) {
      await qa.press(reason);
      await expect(qa.button(reason)).toHaveAttribute('aria-pressed', 'true');
      await donor.payWith(CARDS.pays);
      await expect(donor.alert).toContainText(message);
      await expect(qa.button('As the card says')).toHaveAttribute('aria-pressed', 'true');
    }
    expect(await emulator.charged(order)).toEqual([]);
    await qa.press('Approve');
    await donor.payWith(CARDS.declined);
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
    const tries = Object.keys(DECLINES).map(() => 'Try declined');
    const entries = async () => (await qa.trail()).filter((entry) => !/^(Webhook|Donor)/.test(entry));
    await expect
      .poll(entries)
      .toEqual(['Link minted', 'Payment started', ...tries, 'Payment approved', 'Mail queued', 'Mail sent']);
    await expect(qa.deck).toContainText('to d…@example.org');
    await expect(qa.deck).not.toContainText('deck@example.org');
  });

  test('works with the keyboard alone, and announces what it did', async ({ link, donor, page }) => {
    const qa = deckOn(page);
    await donor.open(await link());
    await donor.enterCard(CARDS.pays);
    await tabTo(page, qa.summary);
    await page.keyboard.press('Enter');
    await expect(qa.button('Insufficient funds')).toBeVisible();
    await tabTo(page, qa.button('Insufficient funds'));
    const answer = qa.answered();
    await page.keyboard.press('Space');
    await answer;
    await expect(qa.result).toContainText('Insufficient funds: done.');
    await donor.pay();
    await expect(donor.alert).toContainText('This card does not have enough funds');
    await expect(qa.result).toContainText('new in the trail: ');
  });

  test('requires 3-D Secure, which is passed, failed, or passed and declined', async ({ link, donor, page }) => {
    const qa = deckOn(page);
    await donor.open(await link());
    await qa.open();
    await qa.press('Ask for 3-D Secure');
    await donor.payWith(CARDS.pays);
    await donor.answerBank('Fail authentication');
    await expect(donor.alert).toContainText('You were not charged.');
    await qa.press('3-D Secure, then decline');
    await donor.payWith(CARDS.pays);
    await donor.answerBank('Complete authentication');
    await expect(donor.alert).toContainText('Your bank did not approve this payment.');
    await qa.press('Ask for 3-D Secure');
    await donor.payWith(CARDS.pays);
    await donor.answerBank('Complete authentication');
    await expect(donor.thanks).toBeVisible();
  });

  test('completes 3-D Secure for a donor who closed the page', async ({ link, donor, page, emulator }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await donor.payWith(CARDS.asksForApproval);
    await emulator.intentIn('requires_action', order);
    await donor.open(order);
    await qa.open();
    await qa.press('Pass 3-D Secure');
    await qa.tells('Link minted', 'Payment started', 'Donor’s choices saved', 'Payment approved');
    await donor.open(order);
    await expect(donor.thanks).toBeVisible();
  });

  test('keeps a payment in processing until it succeeds', async ({ link, donor, page, emulator }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await qa.open();
    await qa.press('Keep in processing');
    await donor.payWith(CARDS.pays);
    await emulator.intentIn('processing', order);
    await qa.press('Processing succeeds');
    await expect(donor.thanks).toBeVisible();
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('or until it fails, after which the donor can pay again', async ({ link, donor, page, emulator }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await qa.open();
    await qa.press('Keep in processing');
    await donor.payWith(CARDS.pays);
    await emulator.intentIn('processing', order);
    await qa.press('Processing fails');
    await expect.poll(qa.trail).toContain('Try declined');
    await donor.open(order);
    await donor.payByCard('paid');
    expect(await emulator.charged(order)).toEqual([5000]);
  });

  test('expires a link now: the payment in progress is cancelled, and the trail says so', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await donor.seeCardForm();
    await qa.open();
    await qa.press('Expire now');
    await qa.tells('Link minted', 'Payment started', 'Operator acted', 'Link expired', 'Payment canceled');
    await donor.open(order);
    await expect(page.getByRole('heading', { name: 'This donation link has expired' })).toBeVisible();
    expect((await partner.readLink(order.id)).status).toBe('expired');
    await qa.open();
    const refused = qa.answered();
    await qa.button('Expire now').click();
    expect((await refused).status()).toBe(409);
    await expect(qa.result).toContainText('The link is expired already.');
  });

  test('drops a link’s webhooks: the donor’s return completes it all the same', async ({
    link,
    donor,
    page,
    partner,
  }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await donor.seeCardForm();
    await qa.open();
    await qa.press('Drop');
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
    await expect.poll(qa.trail).toContain('Payment approved');
    await expect(qa.deck).not.toContainText('payment_intent.succeeded');
  });

  test('sends each webhook twice: there is one payment', async ({ link, donor, page, partner, emulator }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await qa.open();
    await qa.press('Send twice');
    await donor.payByCard('paid');
    await emulator.control('stripe/idle');
    const { id: intent } = await emulator.intentIn('succeeded', order);
    const { data } = await emulator.read<{ data: { id: string; data: { object: { id: string } } }[] }>(
      '/v1/events?type=payment_intent.succeeded&limit=100',
    );
    const event = data.find(({ data: { object } }) => object.id === intent)?.id;
    const deliveries = await emulator.control<{ id: string; status: number }[]>('stripe/deliveries');
    expect(deliveries.filter(({ id }) => id === event).map(({ status }) => status)).toEqual([200, 200]);
    expect((await partner.payments(order.id)).map(({ state }) => state)).toEqual(['approved']);
    await qa.button('Refresh').click();
    await expect.poll(async () => (await qa.trail()).filter((entry) => entry === 'Payment approved')).toHaveLength(1);
  });

  test('holds webhooks back and delivers them later', async ({ link, donor, page, partner, emulator }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open(order);
    await donor.seeCardForm();
    await qa.open();
    await qa.press('Hold back');
    await donor.payWith(CARDS.asksForApproval);
    await emulator.intentIn('requires_action', order);
    await donor.open(order);
    await qa.open();
    await qa.press('Pass 3-D Secure');
    await expect(qa.deck).toContainText(/\d webhooks held/);
    await qa.press('Deliver what was held');
    await expect.poll(qa.trail).toContain('Payment approved');
    await partner.waitFor(order.id, 'completed');
  });

  test('switches the gateway off and on, and its form’s script off', async ({ link, donor, page, emulator }) => {
    const qa = deckOn(page);
    // Restore the switches whatever happens here.
    await emulator.control('stripe/gateway_up');
    await donor.open(await link());
    await qa.open();
    await qa.press('Blocked');
    await page.reload();
    await expect(donor.alert).toContainText('The card form was blocked');
    await qa.open();
    await qa.press('Loads');
    await qa.press('Down');
    await expect(qa.deck).toContainText('down ·');
    await page.reload();
    await expect(donor.alert).toContainText('We cannot reach the payment company');
    await qa.open();
    await qa.press('Up');
    // The page tries again by itself.
    await donor.payByCard('paid');
  });

  test('is accessible, in both themes and on a small phone, and stays in English within a Portuguese page', async ({
    link,
    donor,
    page,
  }) => {
    const qa = deckOn(page);
    const order = await link();
    await donor.open({ url: `${order.url}&lang=pt` });
    await donor.seeCardForm();
    await qa.open();
    await qa.press('Approve');
    await expect(qa.deck).toHaveAttribute('lang', 'en');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page)).toEqual([]);
    }
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    const form = await page.getByRole('main').boundingBox();
    const deck = await qa.deck.boundingBox();
    expect(deck?.y).toBeGreaterThanOrEqual((form?.y ?? 0) + (form?.height ?? 0));
  });
});
