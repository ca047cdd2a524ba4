import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import { startInstance } from '#testing/instance.ts';
import { newAccount } from './support/accounts.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const WRONG = '0000 0000';

test('the seeded creator signs in with the mailed code and sees the causes, in English', async ({
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
  await expect(row.getByRole('cell').nth(1)).toContainText(/\$\d+/);
  await row.getByRole('link', { name: 'View page' }).click();
  await expect(page).toHaveURL(/\/c\//);
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-CO' });

  test('the seeded staff sign in by the mailed link, on another device, and see the overview', async ({
    instance,
    visitor,
    browser,
    page,
  }) => {
    await visitor.open('/dashboard');
    await expect(visitor.heading).toHaveText('Iniciar sesión');
    const { link } = await visitor.ask(instance.demo.staff_email);
    const phone = await browser.newContext({ locale: 'es-CO', viewport: { width: 320, height: 640 } });
    const there = await phone.newPage();
    await there.goto(link);
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('¿Iniciar sesión como Demo Staff?');
    await there.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(there.getByRole('heading', { level: 1 })).toHaveText('Resumen');
    await expect(there.getByText('Causas que reciben donaciones')).toBeVisible();
    await phone.close();
    // Code and link are one challenge: neither is left.
    await visitor.type(WRONG);
    await expect(visitor.alert).toContainText('ya no es válido');
    await expect(page).toHaveURL(/\/sign-in\?/);
  });
});

test('a mail scanner that opens links signs nobody in and uses nothing up', async ({ instance, visitor, request }) => {
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

test('a wrong code is an error at the field; after five the visitor requests another and signs in', {
  tag: '@gate',
}, async ({ instance, visitor }) => {
  const email = await newAccount(instance, 'Clumsy');
  await visitor.open('/dashboard');
  await visitor.ask(email);
  for (const left of ['4 more times', '3 more times', '2 more times', 'one more time']) {
    await visitor.type(WRONG);
    await expect(visitor.alert).toContainText(left);
    // The error is read out when the page opens, and leads to its field.
    await expect(visitor.alert).toBeFocused();
    await visitor.alert.getByRole('link').click();
    await expect(visitor.code).toBeFocused();
    await expect(visitor.code).toHaveAccessibleDescription(/That code is not correct/);
  }
  await visitor.type(WRONG);
  await expect(visitor.alert).toContainText('is no longer valid');
  await expect(visitor.email).toHaveValue(email);
  const { code } = await visitor.ask(email);
  await visitor.type(code);
  await expect(visitor.heading).toHaveText('Causes');
});

test('each of two tabs takes the code that it requested, and says which one it is', async ({
  instance,
  visitor,
  mailbox,
  page,
}) => {
  const email = await newAccount(instance, 'Tabs');
  await visitor.open('/dashboard');
  const first = await visitor.ask(email);
  await expect(page.getByText(/more than one code/)).toHaveCount(0);
  const other = await page.context().newPage();
  const second = visitorAt(other, mailbox, instance.baseUrl);
  await second.open('/dashboard');
  const { code } = await second.ask(email);
  await second.type(first.code);
  await expect(second.alert).toContainText('That code is not correct. You can try 4 more times.');
  await expect(second.code).toHaveAccessibleDescription(
    /You requested more than one code\. On this page, enter the one that we sent at \d+:\d\d/,
  );
  await visitor.type(first.code);
  await expect(visitor.heading).toHaveText('Causes');
  // The browser is signed in: what the other tab still asks for is not needed any more.
  await second.type(code);
  await expect(second.heading).toHaveText('Causes');
});

test('an unknown address gets the same answer as a known one, and no mail', { tag: '@gate' }, async ({
  instance,
  visitor,
  page,
  mailbox,
}) => {
  const known = await newAccount(instance, 'Known');
  const read = async (address: string) => ((await page.getByRole('main').textContent()) ?? '').replaceAll(address, '…');
  const shownFor = async (address: string) => {
    // As another browser, which has requested no code.
    await page.context().clearCookies();
    await visitor.open('/sign-in');
    await visitor.email.fill(address);
    await page.keyboard.press('Enter');
    await expect(visitor.code).toBeVisible();
    const first = await read(address);
    await visitor.type(WRONG);
    await expect(visitor.alert).toBeVisible();
    return [first, await read(address)];
  };
  const forUnknown = await shownFor('unknown@example.org');
  expect(forUnknown).toEqual(await shownFor(known));
  // The mail to the known address has arrived, so another one would have arrived before it.
  await expect.poll(async () => (await mailbox.to(known)).length).toBe(1);
  expect(await mailbox.to('unknown@example.org')).toEqual([]);
});

test('an invalid address is an error at the field, and the typed text stays', async ({ visitor, page }) => {
  await visitor.open('/sign-in');
  await visitor.email.fill('maria at example');
  await page.keyboard.press('Enter');
  await expect(visitor.alert).toContainText('Enter an email address');
  await expect(visitor.email).toHaveValue('maria at example');
  await expect(visitor.email).toHaveAttribute('aria-invalid', 'true');
});

test('after too many codes for one address the page says how long to wait', async ({ instance, visitor, page }) => {
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
  await expect(page.getByRole('alert')).toContainText(/Please wait \d+\s+minutes/);
});

test('signing in leads to the page that was wanted, in the chosen language', async ({ instance, visitor, page }) => {
  const email = await newAccount(instance, 'Deep');
  await visitor.open('/dashboard/account?from=mail');
  await page.getByRole('link', { name: 'Português' }).click();
  await expect(visitor.heading).toHaveText('Entrar');
  const { code } = await visitor.ask(email);
  await visitor.type(code);
  await expect(page).toHaveURL(`${instance.baseUrl}/dashboard/account?from=mail`);
  await expect(visitor.heading).toHaveText('Sua conta');
});

test('signing out ends the session, also for the back button; signing out everywhere ends all sessions', async ({
  instance,
  visitor,
  page,
  browser,
  mailbox,
}) => {
  const email = await newAccount(instance, 'Leaver');
  await visitor.signIn(email);
  await visitor.leave();
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

test('dashboard pages are not cached or indexed', async ({ instance, visitor, page }) => {
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

test('an account whose role is removed is signed out', { tag: '@gate' }, async ({ instance, visitor, page }) => {
  const email = await newAccount(instance, 'Former', 'staff');
  await visitor.signIn(email);
  await expect(visitor.heading).toHaveText('Overview');
  await instance.operate('account', 'update', { email, role: 'creator' });
  await page.reload();
  await expect(visitor.heading).toHaveText('Sign in');
});

test('signing in and out works with the keyboard alone', async ({ instance, visitor, page }) => {
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

  test('signing in and out works, in the chosen language', async ({ instance, page, mailbox }) => {
    const email = await newAccount(instance, 'Plain');
    await page.goto(`${instance.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByRole('button', { name: 'Enviarme un código' }).click();
    const { subject } = await mailbox.theMailTo(email);
    await page.getByLabel('Código').fill(/\d{4} \d{4}/.exec(subject)?.[0] ?? '');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Causas');
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page.getByRole('status')).toHaveText('Cerraste la sesión.');
  });
});

test('a session outlives a restart of the service', async ({ newFolder, page }) => {
  test.slow();
  const dataDir = newFolder();
  const first = await startInstance({ dataDir });
  const visitor = visitorAt(page, mailboxAt(`${first.emulatorUrl}/mailbox.json`), first.baseUrl);
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
