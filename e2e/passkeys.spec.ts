import { newAccount, newStaff } from './support/accounts.ts';
import { giveDevice } from './support/device.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const ACCOUNT = '/dashboard/account';

test.use({ viewport: { width: 360, height: 740 } });

test('a creator adds a passkey, signs in with code and passkey from then on, and arrives at the page they wanted', {
  tag: '@gate',
}, async ({ instance, visitor, page }) => {
  const email = await newAccount(instance, 'Keeper');
  const device = await giveDevice(page);
  await visitor.signIn(email, ACCOUNT);
  await expect(page.getByText('You do not have a passkey yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await expect(visitor.heading).toHaveText('Add a passkey');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('table', { name: 'Your passkeys, oldest first' });
  await expect(passkeys.getByRole('button', { name: 'Remove' })).toBeVisible();

  await visitor.leave();
  await page.goto(instance.baseUrl + ACCOUNT);
  const { code } = await visitor.ask(email);
  await visitor.type(code);
  await expect(visitor.heading).toHaveText('Confirm with your passkey');
  await device.recognises(false);
  const use = page.getByRole('button', { name: 'Use my passkey' });
  await use.click();
  await expect(visitor.alert).toHaveText('That did not work, or it was canceled. Try again.');
  await device.recognises(true);
  await tabTo(page, use);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(instance.baseUrl + ACCOUNT);
  await expect(passkeys.getByRole('row')).toHaveCount(2);

  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('status')).toHaveText('Passkey removed.');
  await visitor.leave();
  await visitor.signIn(email, ACCOUNT);
});

test('staff reset the passkeys of somebody who lost them', async ({ instance, visitor, page }) => {
  const lost = await newStaff(instance, 'Lost');
  const helper = await newStaff(instance, 'Helper');
  await giveDevice(page);
  await visitor.signIn(lost, ACCOUNT);
  await page.getByRole('link', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await visitor.leave();

  await visitor.signIn(helper, ACCOUNT);
  await page.getByLabel('Account email').fill('nobody@example.org');
  await page.getByLabel('Reason, and how you made sure that it is them').fill('Met in the office');
  const submit = page.getByRole('button', { name: 'Remove their passkeys' });
  await submit.click();
  await expect(visitor.alert).toContainText('No account uses this address.');
  await page.getByLabel('Account email').fill(lost);
  await submit.click();
  await expect(page.getByRole('main')).toContainText('1 passkey of Lost stops working.');
  await page.getByRole('button', { name: 'Remove the passkeys' }).click();
  await expect(page.getByRole('status')).toContainText('Passkeys removed');
});

test('an action about money asks to authenticate again, and returns to its page', async ({
  instance,
  visitor,
  page,
}) => {
  const email = await newAccount(instance, 'Again');
  await visitor.signIn(email, ACCOUNT);
  await page.goto(`${instance.baseUrl}/sign-in/prove?${new URLSearchParams({ to: ACCOUNT })}`);
  await expect(visitor.heading).toHaveText('Confirm that it is you');
  await expect(page.getByText(email)).toBeVisible();
  const codes = async () => {
    const mails = await page.request.get(`${instance.emulatorUrl}/mailbox.json?to=${email}`);
    const found: { subject: string }[] = await mails.json();
    return found.map(({ subject }) => /\d{4} \d{4}/.exec(subject)?.[0]).filter((code) => code !== undefined);
  };
  const before = (await codes()).length;
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect.poll(async () => (await codes()).length).toBe(before + 1);
  await visitor.type((await codes())[0] ?? '');
  await expect(page).toHaveURL(instance.baseUrl + ACCOUNT);
});

test('the account page lists sessions, and ends the one of another browser', async ({
  instance,
  visitor,
  page,
  browser,
  mailbox,
}) => {
  const email = await newAccount(instance, 'Twice');
  const elsewhere = await browser.newContext({ locale: 'en-US' });
  const there = await elsewhere.newPage();
  const theirs = visitorAt(there, mailbox, instance.baseUrl);
  await theirs.signIn(email);
  await visitor.signIn(email, ACCOUNT);
  const sessions = page.getByRole('table', { name: 'Your sessions, most recently used first' });
  await expect(sessions.getByRole('row')).toHaveCount(3);
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('status')).toHaveText('Session ended.');
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await there.reload();
  await expect(theirs.heading).toHaveText('Sign in');
  await elsewhere.close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the passkey page says that it needs JavaScript', async ({ instance, page, mailbox }) => {
    const email = await newAccount(instance, 'Scriptless');
    await page.goto(instance.baseUrl + ACCOUNT);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    const { subject } = await mailbox.theMailTo(email);
    await page.getByLabel('Code').fill(/\d{4} \d{4}/.exec(subject)?.[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Add a passkey' }).click();
    const reason = page.getByRole('paragraph').filter({ hasText: 'This step needs JavaScript' });
    await expect(reason).toBeVisible();
    // Sent without a response of a device, the form would only say that it was not accepted.
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeDisabled();
  });
});
