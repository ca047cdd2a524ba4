import { CARDS } from '#sdk/src/testing/cards.ts';
import { barriers } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const ENGLISH = {
  declined: 'Your bank did not approve this payment.',
  insufficientFunds: 'This card does not have enough funds',
  expired: 'This card has expired.',
  wrongCode: 'The security code is incorrect.',
} as const;
const SPANISH = {
  declined: 'Tu banco no aprobó este pago.',
  insufficientFunds: 'La tarjeta no tiene fondos suficientes',
  expired: 'Esta tarjeta está vencida.',
  wrongCode: 'El código de seguridad no es correcto.',
} as const;
const REASONS = ['declined', 'insufficientFunds', 'expired', 'wrongCode'] as const;

test('a declined card is explained in our own words, no money is taken, and another card pays', {
  tag: '@gate',
}, async ({ link, donor, page, partner, emulator }) => {
  const order = await link();
  await donor.open(order);
  await page.getByLabel('Email (optional)').fill('ana@example.org');
  for (const reason of REASONS) {
    await donor.payWith(CARDS[reason]);
    await expect(donor.alert).toContainText('The payment did not go through');
    await expect(donor.alert).toContainText(ENGLISH[reason]);
    await expect(donor.alert).toContainText('You were not charged.');
    await expect(donor.alert).toBeFocused();
  }
  expect((await partner.readLink(order.id)).status).toBe('open');
  expect(await emulator.charged(order)).toEqual([]);
  await expect(page.getByLabel('Email (optional)')).toHaveValue('ana@example.org');

  await donor.payByCard('paid');
  await partner.waitFor(order.id, 'completed');
  expect(await emulator.charged(order)).toEqual([5000]);
});

test('a declined card suggests the cause’s other method, which keeps the typed values', async ({
  link,
  donor,
  page,
}) => {
  await donor.open(await link({ country: 'CO', amount: 50_000 }));
  await donor.seeCardForm();
  await page.getByLabel(/^Email/).fill('marta@example.org');
  await donor.payWith(CARDS.declined);
  await expect(donor.alert).toContainText('You were not charged.');
  expect(await barriers(page)).toEqual([]);
  await donor.alert.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await expect(page.getByRole('heading', { name: 'Step 1 of 3 About you' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Bank transfer (PSE)' })).toBeChecked();
  await expect(page.getByLabel('Document number')).toBeVisible();
  await expect(page.getByLabel(/^Email/)).toHaveValue('marta@example.org');
  await expect(donor.alert).toHaveCount(0);
});

test('an incomplete card form is an error before anything is sent', async ({ link, donor, emulator }) => {
  const order = await link();
  await donor.open(order);
  await donor.payWith('4242');
  await expect(donor.alert).toContainText('Check the card details: something is missing or incorrect.');
  expect((await emulator.intentIn('requires_payment_method', order)).latest_charge).toBeNull();
});

test('an invalid email is an error at its field, and a probable typo only a question', async ({
  link,
  donor,
  page,
  partner,
}) => {
  const order = await link();
  await donor.open(order);
  const email = page.getByLabel('Email (optional)');
  await email.fill('ana at example');
  await donor.payWith(CARDS.pays);
  await expect(donor.alert.getByRole('link', { name: /^Enter an email address/ })).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill('ana@gmial.com');
  await page.getByRole('button', { name: 'Use ana@gmail.com' }).click();
  await expect(email).toHaveValue('ana@gmail.com');
  await donor.pay();
  await expect(donor.thanks).toBeVisible();
  await partner.waitFor(order.id, 'completed');
});

test.describe('for a donor who reads Spanish', () => {
  test.use({ locale: 'es-CO' });

  test('a declined card is explained in Spanish, and another card pays', async ({ link, donor, partner }) => {
    const order = await link();
    await donor.open(order);
    for (const reason of REASONS) {
      await donor.payWith(CARDS[reason]);
      await expect(donor.alert).toContainText('El pago no se realizó');
      await expect(donor.alert).toContainText(SPANISH[reason]);
      await expect(donor.alert).toContainText('No se cobró nada.');
    }
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
  });
});
