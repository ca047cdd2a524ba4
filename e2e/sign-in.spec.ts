import { startInstance } from '../scripts/testing/instance.ts';
import { mailboxOf } from './support/emulator.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const WRONG = '0000 0000';

/** A new account of the instance, so that journeys do not use up each other's mails. */
async function newAccount(
  instance: { operate: (noun: string, verb: string, flags: Record<string, string>) => Promise<unknown> },
  name: string,
  role = 'creator',
): Promise<string> {
  const email = `${name.toLowerCase()}@example.org`;
  await instance.operate('account', 'create', { email, name, role });
  return email;
}

test('the seeded creator signs in with the code of the mail and sees the causes, in English', async ({
  instance,
  visitor,
  page,
}) => {
  await visitor.open('/dashboard');
  await expect(visitor.heading).toHaveText('Sign in');
  const { code } = await visitor.ask(instance.demo.creator_email);
  await visitor.type(code);
  await expect(visitor.heading).toHaveText('Causes');
  const row = page.getByRole('row', { name: /A library for the children/ });
  await expect(row.getByRole('cell').nth(0)).toContainText('Published');
  await expect(row.getByRole('cell').nth(1)).toContainText(/\$\d+ USD/);
  await row.getByRole('link', { name: 'See the page' }).click();
  await expect(page).toHaveURL(/\/c\//);
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-CO' });

  test('the seeded staff sign in by the link of the mail, on another device, and see the overview', async ({
    instance,
    visitor,
    browser,
    page,
  }) => {
    await visitor.open('/dashboard');
    await expect(visitor.heading).toHaveText('Entrar');
    const { link } = await visitor.ask(instance.demo.staff_email);
    const phone = await browser.newContext({ locale: 'es-CO', viewport: { width: 320, height: 640 } });
    const there = await phone.newPage();
    await there.goto(link);
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('¿Entrar como Demo Staff?');
    await there.getByRole('button', { name: 'Entrar' }).click();
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('Resumen');
    await expect(there.getByText('Causas que reciben donaciones')).toBeVisible();
    await phone.close();
    // The code and the link were one: here nothing is left of it.
    await visitor.type(WRONG);
    await expect(visitor.alert).toContainText('ya no se puede usar');
    await expect(page).toHaveURL(/\/sign-in\?/);
  });
});

test('a machine that opens the links of mails signs nobody in and uses nothing up', async ({
  instance,
  visitor,
  request,
}) => {
  const email = await newAccount(instance, 'Scanned');
  await visitor.open('/sign-in');
  const { link, code } = await visitor.ask(email);
  for (let i = 0; i < 3; i++) {
    const answer = await request.get(link);
    expect(answer.headers()['set-cookie'] ?? '').not.toContain('session=');
  }
  await visitor.type(code);
  await expect(visitor.heading).toHaveText('Causes');
});

test('a wrong code says so at the field; after five the visitor asks for another and gets in', async ({
  instance,
  visitor,
}) => {
  const email = await newAccount(instance, 'Clumsy');
  await visitor.open('/dashboard');
  await visitor.ask(email);
  for (const left of ['4 more times', '3 more times', '2 more times', 'once more']) {
    await visitor.type(WRONG);
    await expect(visitor.alert).toContainText(left);
    await expect(visitor.code).toBeFocused();
    await expect(visitor.code).toHaveAccessibleDescription(/That is not the code/);
  }
  await visitor.type(WRONG);
  await expect(visitor.alert).toContainText('can no longer be used');
  await expect(visitor.email).toHaveValue(email);
  const { code } = await visitor.ask(email);
  await visitor.type(code);
  await expect(visitor.heading).toHaveText('Causes');
});

test('an address without an account is answered word for word like one that has one, and gets no mail', async ({
  instance,
  visitor,
  page,
  mailbox,
}) => {
  const known = await newAccount(instance, 'Known');
  const read = async (address: string) =>
    ((await page.getByRole('main').textContent()) ?? '').replaceAll(address, '…');
  const said = async (address: string) => {
    await visitor.open('/sign-in');
    await visitor.email.fill(address);
    await page.keyboard.press('Enter');
    await expect(visitor.code).toBeVisible();
    const first = await read(address);
    await visitor.type(WRONG);
    await expect(visitor.alert).toBeVisible();
    return [first, await read(address)];
  };
  const forUnknown = await said('unknown@example.org');
  expect(forUnknown).toEqual(await said(known));
  // The known one's mail has come, so the other's would have come before it.
  await expect.poll(async () => (await mailbox.to(known)).length, { timeout: 15_000 }).toBe(1);
  expect(await mailbox.to('unknown@example.org')).toEqual([]);
});

test('what is no address is said at the field, and what was typed stays', async ({ visitor, page }) => {
  await visitor.open('/sign-in');
  await visitor.email.fill('maria at example');
  await page.keyboard.press('Enter');
  await expect(visitor.alert).toContainText('Write an email address');
  await expect(visitor.email).toHaveValue('maria at example');
  await expect(visitor.email).toHaveAttribute('aria-invalid', 'true');
});

test('too many codes for one address: the visitor is told how long to wait', async ({
  instance,
  visitor,
  page,
}) => {
  const email = await newAccount(instance, 'Eager');
  await visitor.open('/sign-in');
  await visitor.email.fill(email);
  await page.keyboard.press('Enter');
  for (let i = 0; i < 9; i++) {
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/sign-in/request'));
    await page.getByRole('button', { name: 'Send another code' }).click();
    expect((await sent).status()).toBe(303);
    await expect(visitor.code).toBeVisible();
  }
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/sign-in/request'));
  await page.getByRole('button', { name: 'Send another code' }).click();
  expect((await refused).status()).toBe(429);
  await expect(page.getByRole('alert')).toContainText('Please wait 10 minutes');
});

test('where one wanted to go is where one arrives, in the language that was chosen', async ({
  instance,
  visitor,
  page,
}) => {
  const email = await newAccount(instance, 'Deep');
  await visitor.open('/dashboard/account?from=mail');
  await page.getByRole('link', { name: 'Português' }).click();
  await expect(visitor.heading).toHaveText('Entrar');
  const { code } = await visitor.ask(email);
  await visitor.type(code);
  await expect(page).toHaveURL(`${instance.baseUrl}/dashboard/account?from=mail`);
  await expect(visitor.heading).toHaveText('Sua conta');
});

test('signing out closes the door, also for the back button; signing out everywhere closes all of them', async ({
  instance,
  visitor,
  page,
  browser,
  mailbox,
}) => {
  const email = await newAccount(instance, 'Leaver');
  await visitor.signIn(email);
  await visitor.signOut.click();
  await expect(page.getByRole('status')).toHaveText('You are signed out.');
  await page.goBack();
  await expect(visitor.heading).toHaveText('Sign in');

  await visitor.signIn(email);
  const phone = await browser.newContext({ locale: 'en-US' });
  const there = await phone.newPage();
  await visitorAt(there, mailbox, instance.baseUrl).signIn(email);
  await visitor.open('/dashboard/account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(visitor.heading).toHaveText('Sign in');
  await there.reload();
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await phone.close();
});

test('pages of the dashboard are kept by nobody and found by no search engine', async ({
  instance,
  visitor,
  page,
}) => {
  const email = await newAccount(instance, 'Private');
  await visitor.signIn(email);
  for (const path of ['/dashboard', '/dashboard/account']) {
    const answer = await page.goto(instance.baseUrl + path);
    expect(answer?.headers()['cache-control']).toMatch(/private.*no-store/);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  }
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'session')).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
});

test('a role that is taken away closes the door at once', async ({ instance, visitor, page }) => {
  const email = await newAccount(instance, 'Former', 'staff');
  await visitor.signIn(email);
  await expect(visitor.heading).toHaveText('Overview');
  await instance.operate('account', 'update', { email, role: 'creator' });
  await page.reload();
  await expect(visitor.heading).toHaveText('Sign in');
});

test('the way in and out is possible with the keyboard alone', async ({ instance, visitor, page }) => {
  const email = await newAccount(instance, 'Keys');
  await visitor.open('/dashboard');
  await expect(visitor.email).toBeFocused();
  const { code } = await visitor.ask(email);
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(visitor.heading).toHaveText('Causes');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the main content' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Account' }));
  await page.keyboard.press('Enter');
  await expect(visitor.heading).toHaveText('Your account');
  await tabTo(page, visitor.signOut);
  await page.keyboard.press('Enter');
  await expect(visitor.heading).toHaveText('Sign in');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('one signs in, and out, in the language that was chosen', async ({ instance, page, mailbox }) => {
    const email = await newAccount(instance, 'Plain');
    await page.goto(`${instance.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByRole('button', { name: 'Enviarme un código' }).click();
    const { subject } = await mailbox.theMailTo(email);
    await page.getByLabel('Código').fill(/\d{4} \d{4}/.exec(subject)?.[0] ?? '');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Causas');
    await page.getByRole('button', { name: 'Salir' }).click();
    await expect(page.getByRole('status')).toHaveText('Saliste de tu cuenta.');
  });
});

test('a session outlives a restart of the service', async ({ newFolder, page }) => {
  test.setTimeout(120_000);
  const dataDir = newFolder();
  const first = await startInstance({ dataDir });
  const visitor = visitorAt(page, mailboxOf(first), first.baseUrl);
  await visitor.signIn(first.demo.creator_email);
  expect(await first.stop()).toBe(0);
  const { port: PORT } = new URL(first.baseUrl);
  const { port: EMULATOR_PORT } = new URL(first.emulatorUrl);
  const second = await startInstance({ dataDir, settings: { PORT, EMULATOR_PORT } });
  await page.reload();
  await expect(visitor.heading).toHaveText('Causes');
  await page.goto('about:blank');
  expect(await second.stop()).toBe(0);
});
