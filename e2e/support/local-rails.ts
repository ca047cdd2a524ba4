import { expect, type Page } from '@playwright/test';

/** Who pays by bank transfer in most journeys; the English labels of the form, in its order. */
const ROSA = {
  Phone: '+57 301 234 5678',
  'Document number': '1.020.304.050',
  'First names': 'Rosa María',
  'Last names': 'Díaz Núñez',
  Street: 'Calle 93',
  Neighbourhood: 'Chicó',
  'City or town': 'Bogotá',
  'Postal code': '11022',
};
type Wish = { email?: string; bank?: string };

export type Away = ReturnType<typeof awayFrom>;

/** What a donor can do with a bank or a wallet, from the checkout's page to the gateway's and back, in English. */
export function awayFrom(page: Page) {
  const toBank = page.getByRole('button', { name: /^Continue to your bank/ });
  const toWallet = page.getByRole('button', { name: /^Continue to Mercado Pago/ });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  async function fillTransfer({
    email = 'rosa@example.org',
    bank = 'Bancolombia',
  }: Wish = {}): Promise<void> {
    await expect(toBank).toBeEnabled();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Bank or wallet that you pay from').selectOption({ label: bank });
    for (const [label, value] of Object.entries(ROSA))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Number', { exact: true }).fill('11-27');
  }

  return {
    toBank,
    toWallet,
    fillTransfer,
    /** As far as the bank's own page. */
    async goToBank(wish?: Wish): Promise<void> {
      await fillTransfer(wish);
      await toBank.click();
      await expect(page.getByRole('heading', { name: 'Confirm PSE payment' })).toBeVisible();
    },
    /** As far as the wallet's own page, signed in as a test user with money. */
    async goToWallet(email?: string): Promise<void> {
      await expect(toWallet).toBeEnabled();
      if (email !== undefined) await page.getByLabel('Email (optional)').fill(email);
      await toWallet.click();
      await press('Sign in');
      await expect(page.getByRole('heading', { name: 'Review your payment' })).toBeVisible();
    },
    /** A button on the page of the bank or the wallet. */
    answer: press,
    bankIsSilent: page.getByRole('heading', { name: 'Your bank has not told us yet' }),
    walletIsSilent: page.getByRole('heading', { name: 'Mercado Pago has not told us yet' }),
    walletIsUnpaid: page.getByRole('heading', { name: 'There is no payment at Mercado Pago yet' }),
    thanks: page.getByRole('heading', { name: 'Thank you for your donation' }),
    form: page.getByRole('heading', { name: 'Payment', exact: true }),
  };
}
