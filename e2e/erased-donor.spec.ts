import { readFileSync } from 'node:fs';
import { barriersOfOurs, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

const [EMAIL, NAME, MESSAGE] = ['zoila.quispe@example.org', 'Zoila Quispe', 'Que llegue pronto el agua'];

test('staff hand a donor what is stored of them, and erase it: the donation and its receipt stay, without a name', {
  tag: '@gate',
}, async ({ link, partner, donor, visitor, staff, mailbox, instance, page }) => {
  const { id, url, cause } = await link();
  await donor.open({ url: `${url}&lang=es` });
  await donor.seeCardForm();
  await page.getByLabel('Tu nombre (opcional)').fill(NAME);
  await page.getByRole('textbox', { name: /^Correo/ }).fill(EMAIL);
  await page.getByText('Agrega un mensaje').click();
  await page.getByLabel(/^Tu mensaje/).fill(MESSAGE);
  await donor.payByCard('paid');
  const receipt = /http\S+\/receipt\/rct_\w+/.exec((await mailbox.theMailTo(EMAIL)).text)?.[0] ?? '';

  await visitor.signIn(staff, '/dashboard/staff/search');
  await page.getByRole('searchbox').fill(EMAIL);
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: NAME }).first().click();
  await expect(visitor.heading).toHaveText(NAME);
  expect([await barriersOfOurs(page), await overflow(page)]).toEqual([[], 0]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download everything/ }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
  expect(file).toMatchObject({ email: EMAIL, payments: [{ link: id, name: NAME, message: MESSAGE, amount: 50 }] });

  await page.getByLabel('Reason', { exact: true }).fill('Asked for by letter');
  await page.getByRole('button', { name: /^Erase the donor/ }).click();
  await expect(page.getByText('The name, email, message and card of 1 payment are erased.')).toBeVisible();
  await page.getByRole('button', { name: /^Erase the donor/ }).click();
  await expect(page.getByText('The donor’s data was erased.')).toBeVisible();
  await expect(page.getByText('What was stored about this donor has been erased.')).toBeVisible();
  await expect(page.getByRole('row', { name: /donor.erase/ })).toContainText('Asked for by letter');
  expect(await page.content()).not.toMatch(/Zoila|Quispe/i);

  for (const where of [receipt, `${instance.baseUrl}/c/${cause}`]) {
    await page.goto(where);
    await expect(page.getByText(/\$\s?50/).first()).toBeVisible();
    expect(await page.content()).not.toMatch(/Zoila|Quispe|llegue pronto/i);
  }
  await page.goto(`${instance.baseUrl}/dashboard/staff/search?q=${encodeURIComponent(EMAIL)}`);
  await expect(page.getByRole('main').getByRole('link', { name: NAME })).toHaveCount(0);
  expect((await partner.readLink(id)).status).toBe('completed');
  expect(instance.output()).not.toMatch(/zoila|quispe|llegue pronto/i);
});
