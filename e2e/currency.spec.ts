import { CARDS } from '#sdk/src/testing/cards.ts';
import { expect, test } from './support/test.ts';

/** What readers of each language and place are shown of USD 50 and of COP 50 000. */
const READERS = [
  ['en-US', 'en', '$50', 'COP 50,000'],
  ['en-CA,en;q=0.8', 'en', 'US$50', 'COP 50,000'],
  ['es-CO,es;q=0.9', 'es', 'US$ 50', '$ 50.000'],
  ['es-MX,es;q=0.9', 'es', 'US$50', '$50,000 COP'],
  ['es', 'es', 'US$50', '$ 50.000 COP'],
  ['es-CO,es;q=0.9', 'en', 'US$50', 'COP 50,000'],
  ['pt-BR,pt;q=0.9', 'pt', 'US$ 50', 'COP 50.000'],
] as const;

test('the currency is never in doubt, whoever reads the same link, and nobody reads what another was shown', async ({
  link,
  request,
}) => {
  const orders = [await link(), await link({ country: 'CO', amount: 50_000 })];
  for (const [languages, lang, ...amounts] of READERS)
    for (const [index, order] of orders.entries()) {
      const response = await request.get(`${order.url}&lang=${lang}`, {
        headers: { 'accept-language': languages },
      });
      const chosen = /<input[^>]*name="amount-choice"[^>]*checked=""[^>]*\/><span[^>]*>([^<]*)</.exec(
        await response.text(),
      );
      expect(chosen?.[1]?.replaceAll('\u00a0', ' '), `${languages} in ${lang}`).toBe(amounts[index]);
      expect(response.headers()['cache-control']).toContain('no-store');
    }
});

test('what a cause’s page shows to others names the currency, whoever asked for it', async ({ partner, request }) => {
  const goal = { amount: 1_000_000, currency: 'COP' } as const;
  const { url } = await partner.publishCause({ country: 'CO', goal, description: '' });
  const response = await request.get(url, { headers: { 'accept-language': 'es-CO' } });
  const html = (await response.text()).replaceAll('\u00a0', ' ');
  expect(html).toMatch(/property="og:description" content="[^"]*\$ 1\.000\.000 COP/);
  expect(html).toMatch(/<p class="cause-goal">[^<]*\$ 1\.000\.000<\/p>/);
  expect(response.headers()['cache-control']).toContain('no-store');
});

test.describe('a Colombian donor of a cause that collects US dollars', () => {
  test.use({ locale: 'es-CO' });

  test('reads the amount alike on the page, in the mail, on the receipt and where it is verified', async ({
    link,
    donor,
    page,
    mailbox,
  }) => {
    await donor.open(await link({ amount: 1250 }));
    await donor.seeCardForm();
    await page.getByRole('textbox', { name: /^Correo/ }).fill('bogota@example.org');
    await expect(donor.payButton).toHaveText('Donar US$ 1.250');
    await donor.payWith(CARDS.pays);
    await expect(page.getByText('Tu donación de US$ 1.250 a A well for San Mateo ya llegó.')).toBeVisible();
    const mail = await mailbox.theMailTo('bogota@example.org');
    expect(mail.subject).toBe('Tu donación de US$ 1.250');
    expect(mail.text.replaceAll('\u00a0', ' ').split('\n')).toContain('US$ 1.250');
    await page.getByRole('link', { name: 'Ver e imprimir tu comprobante' }).click();
    await expect(page.getByText('US$ 1.250')).toBeVisible();
    await page.getByRole('link', { name: 'Verificar este comprobante' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Este comprobante es auténtico' })).toBeVisible();
    await expect(page.getByText('US$ 1.250')).toBeVisible();
  });
});

test.describe('a Canadian donor of a cause that collects US dollars', () => {
  test.use({ locale: 'en-CA' });

  test('is never shown a bare dollar sign, from the first page to the receipt', async ({
    link,
    donor,
    page,
    mailbox,
  }) => {
    const order = await link();
    await donor.open(order);
    await donor.seeCardForm();
    await page.getByLabel('Email (optional)').fill('ottawa@example.org');
    await expect(donor.payButton).toHaveText('Donate US$50');
    await donor.payWith(CARDS.pays);
    await expect(page.getByText('Your donation of US$50 to A well for San Mateo has arrived.')).toBeVisible();
    expect((await mailbox.theMailTo('ottawa@example.org')).subject).toBe('Your donation of US$50');
  });
});
