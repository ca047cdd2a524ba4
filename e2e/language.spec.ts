import { CARDS } from '#sdk/src/testing/cards.ts';
import { awayFrom } from '#sdk/src/testing/redirects.ts';
import { expect, test } from './support/test.ts';

test.describe('a donor whose browser asks for Spanish', () => {
  test.use({ locale: 'es-CO' });

  test('donates Colombian pesos in Spanish, with Colombian number format, and gets a Spanish mail', {
    tag: '@gate',
  }, async ({ link, donor, page, partner, emulator, mailbox }) => {
    const order = await link({ country: 'CO', amount: 50_000 });
    await donor.open(order);
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'es');
    await expect(page.getByText('Esta es una página de prueba. No se te cobrará nada.')).toBeVisible();
    await expect(page.getByRole('radio', { name: '$ 50.000', exact: true })).toBeChecked();
    await expect(page.getByText(/^Puedes donar con este enlace hasta el \d+ de [a-z]+ de \d{4}/)).toBeVisible();
    await donor.seeCardForm();
    await page.getByLabel(/^Correo electrónico/).fill('rosa.es@example.org');
    await donor.changeAmount('60.000');
    await expect(page.getByText('Vas a donar $ 60.000 (60 mil pesos colombianos).')).toBeVisible();
    await donor.enterCard(CARDS.pays);
    await expect(donor.payButton).toHaveText('Donar $ 60.000');
    await donor.pay();
    await expect(page.getByRole('heading', { name: 'Gracias por tu donación' })).toBeVisible();
    await expect(page.getByText('Tu donación de $ 60.000 a A well for San Mateo ya llegó.')).toBeVisible();
    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount: 50_000, amount_paid: 60_000, currency_paid: 'COP' });
    expect(await emulator.charged(order)).toEqual([6_000_000]);
    const receipt = await mailbox.theMailTo('rosa.es@example.org');
    expect(receipt.subject.replace(/\s/g, ' ')).toBe('Tu donación de $ 60.000');
  });

  test('can switch to English, and finds English again later', async ({ link, donor, page }) => {
    const order = await link();
    await donor.open(order);
    const languages = page.getByRole('navigation', { name: 'Idioma' });
    await languages.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'en');
    await expect(donor.payButton).toHaveText('Donate US$50');
    await donor.open(order);
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  });

  test('reads what is wrong, and where the money goes, in the language that the page changes to', async ({
    link,
    donor,
    page,
  }) => {
    const away = awayFrom(page);
    await donor.open(await link({ country: 'CO', amount: 50_000 }));
    await expect(page.getByText('Tu donación va a esta causa', { exact: false })).toBeVisible();
    await away.chooseTransfer();
    await away.continueButton.click();
    await expect(donor.alert.first().getByRole('link', { name: 'Escribe el nombre.' })).toBeVisible();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(donor.alert.first().getByRole('link', { name: 'Enter the first name.' })).toBeVisible();
    await expect(page.getByText('Your donation goes to this cause', { exact: false })).toBeVisible();
    await expect(page.getByText('Tu donación va')).toHaveCount(0);
  });

  test('reads the not-found page in Spanish', async ({ page, instance }) => {
    await page.goto(`${instance.baseUrl}/checkout?ref=nothing`);
    await expect(page.getByRole('heading', { name: 'Esta página no existe' })).toBeVisible();
  });
});

test.describe('a donor whose browser asks for Portuguese', () => {
  test.use({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });

  test('donates reais in Portuguese, reads why a card is declined, and gets a Portuguese mail', async ({
    link,
    donor,
    page,
    partner,
    emulator,
    mailbox,
  }) => {
    const order = await link({ country: 'BR', amount: 50 });
    await donor.open(order);
    await expect(page.getByRole('document')).toHaveAttribute('lang', 'pt-BR');
    await expect(page.getByText('Esta é uma página de teste. Nenhum valor será cobrado.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'R$ 50', exact: true })).toBeChecked();
    await expect(page.getByText(/^Você pode doar por este link até \d+ de [a-zç]+ de \d{4} às /)).toBeVisible();
    await donor.seeCardForm();
    await page.getByLabel(/^E-mail/).fill('rosa.pt@example.org');
    await donor.changeAmount('1.000,00');
    await expect(page.getByText('Você vai doar R$ 1.000.')).toBeVisible();
    await expect(page.getByText('Isso é 20 vezes o valor sugerido de R$ 50.')).toBeVisible();
    await donor.payWith(CARDS.insufficientFunds);
    await expect(donor.alert).toContainText('O pagamento não foi concluído');
    await expect(donor.alert).toContainText('Nenhum valor foi cobrado.');
    await expect(donor.alert).toContainText('O cartão não tem saldo ou limite suficiente');
    expect(await emulator.charged(order)).toEqual([]);
    await donor.enterCard(CARDS.pays);
    await expect(donor.payButton).toHaveText('Doar R$ 1.000');
    await donor.pay();
    await expect(page.getByRole('heading', { name: 'Obrigado pela sua doação' })).toBeVisible();
    await expect(page.getByText('Sua doação de R$ 1.000 para A well for San Mateo chegou.')).toBeVisible();
    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ amount: 50, amount_paid: 1000, currency_paid: 'BRL' });
    expect(await emulator.charged(order)).toEqual([100_000]);
    const receipt = await mailbox.theMailTo('rosa.pt@example.org');
    expect(receipt.subject.replace(/\s/g, ' ')).toBe('Sua doação de R$ 1.000');
    expect(receipt.html).toContain('lang="pt-BR"');
  });
});

test.describe('a donor’s name and email', () => {
  test('are filled in from the partner’s request, keep the donor’s changes, and are in no other browser once the link is paid', async ({
    link,
    donor,
    page,
    partner,
    mailbox,
    browser,
  }) => {
    const order = await link({ email: 'prefilled@example.org', anonymous: true });
    await donor.open(order);
    const email = page.getByLabel('Email (optional)');
    await expect(email).toHaveValue('prefilled@example.org');
    await expect(page.getByRole('checkbox', { name: 'Donate anonymously' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Donate anonymously' }).uncheck();
    await page.getByLabel('Your name (optional)').fill('Rosa Díaz');
    await donor.payWith(CARDS.declined);
    await expect(donor.alert).toContainText('You were not charged.');
    await page.reload();
    await expect(page.getByLabel('Your name (optional)')).toHaveValue('Rosa Díaz');
    await expect(page.getByRole('checkbox', { name: 'Donate anonymously' })).not.toBeChecked();
    await donor.payByCard('paid');
    const paid = await partner.waitFor(order.id, 'completed');
    expect(paid).toMatchObject({ email: 'prefilled@example.org', anonymous: true });
    expect((await mailbox.theMailTo('prefilled@example.org')).text).toContain('Rosa Díaz');
    await page.reload();
    await expect(donor.thanks).toBeVisible();
    expect(await page.content()).not.toContain('Rosa Díaz');
    const stranger = await browser.newPage();
    await stranger.goto(order.url);
    await expect(stranger.getByRole('heading', { name: 'This donation was completed' })).toBeVisible();
    expect(await stranger.content()).not.toMatch(/prefilled@example\.org|Rosa Díaz/);
    await stranger.close();
  });

  test('without an email cause no mail', async ({ link, donor, page, partner, mailbox }) => {
    const order = await link({ email: 'unwanted@example.org' });
    await donor.open(order);
    await page.getByLabel('Email (optional)').clear();
    await donor.payByCard('paid');
    await partner.waitFor(order.id, 'completed');
    expect(await mailbox.to('unwanted@example.org')).toEqual([]);
  });
});
