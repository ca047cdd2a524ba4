import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { Instance } from '../scripts/testing/instance.ts';
import { barriers, overflow } from './support/accessibility.ts';
import { CARDS } from './support/donor.ts';
import type { Emulator, Mailbox } from './support/emulator.ts';
import { tabTo } from './support/keyboard.ts';
import { partnerOf } from './support/partner.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const OWNER_NAME = 'Demo Owner';
const status = (page: Page) => page.getByRole('main').getByRole('status');
const faults = (page: Page) => page.getByRole('main').getByRole('alert');

/** A draft that the demonstration's partner makes over the API for the seeded creator. */
function draftOf(instance: Instance, title: string) {
  const owner = { email: instance.demo.creator_email, name: OWNER_NAME };
  return partnerOf(instance, instance.demo.key).createCause({ title, owner });
}

/** The pages of a creator that are about one cause, and those about all of them. */
const pagesOf = (key: string) =>
  ['', '/edit', '/payments', '/withdrawals'].map((rest) => `/dashboard/causes/${key}${rest}`);
const OWN_PAGES = ['/dashboard/payments', '/dashboard/withdrawals', '/dashboard/withdrawals/bank-account'];

test('the seeded creator publishes a draft made over the API, sees what is given to it, exports it, and asks for a withdrawal, which somebody else of staff than verified the account approves, may not pay while the cause is on hold, and pays', async ({
  page,
  instance,
  visitor,
  donor,
  emulator,
  browser,
  mailbox,
}) => {
  test.setTimeout(180_000);
  await emulator.control('stripe/settlement', { releaseSeconds: 0 });
  const draft = await draftOf(instance, 'Clean water for San Mateo');
  await visitor.signIn(instance.demo.creator_email);
  await page.getByRole('link', { name: draft.title }).click();
  await expect(visitor.heading).toHaveText(draft.title);
  await expect(page.getByText('It is not public yet')).toBeVisible();

  await page.getByText('Publish…').click();
  await expect(page.getByRole('heading', { name: 'Publish this cause?' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(status(page)).toHaveText('Your cause is published. Everybody can see it now.');

  await page.getByRole('link', { name: 'See the public page' }).click();
  await page.getByRole('radio', { name: 'Other amount' }).check();
  await page.getByLabel('Amount in US dollars').fill('800');
  await page.getByRole('button', { name: 'Donate', exact: true }).click();
  await donor.seeCardForm();
  await page.getByLabel('Your name (optional)').fill('=Zoë Quiroga');
  await page.getByLabel('Email (optional)').fill('zoe@example.org');
  await donor.payWith(CARDS.pays);
  await expect(donor.thanks).toBeVisible();

  await page.goto(`${instance.baseUrl}/dashboard/causes/${draft.key}/payments`);
  const row = page.getByRole('row', { name: /=Zoë Quiroga/ });
  await expect(row).toContainText('$800 USD');
  await expect(row).toContainText('$40');
  await expect(row).toContainText('Approved');
  await row.getByRole('link').click();
  await expect(visitor.heading).toHaveText('Donation of $800 USD');
  await expect(page.getByRole('row', { name: /The donation was approved/ })).toContainText('$760 USD');
  await page.getByRole('link', { name: 'All payments of this cause' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^payments-${draft.key}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\ufeffpayment_id,link_id,external_reference,cause,paid_at_utc,/);
  expect(lines[1]).toMatch(
    new RegExp(
      `^pay_\\w+,chl_\\w+,,${draft.key},\\S+Z,800\\.00,800\\.00,USD,card,40\\.00,.*,'=Zoë Quiroga,zoe@example\\.org,false,approved$`,
    ),
  );

  await emulator.control('stripe/settlement', { releaseSeconds: 3 * 86_400 });
  await giveAnother(instance, emulator, draft.key);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Withdrawals' }).click();
  // What the processor has not released yet is on its way, and its day is told.
  await expect(page.getByText(/^On its way: \$183\.90 USD on \w+ \d+$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Add a bank account' }).click();
  await page.getByLabel('Bank', { exact: true }).fill('First Bank');
  await page.getByLabel('Account number').fill('0012 3456 7890');
  await page.getByRole('textbox', { name: 'Holder', exact: true }).fill(OWNER_NAME);
  await page.getByLabel('Currency of the account').selectOption('USD');
  await page.getByRole('button', { name: 'Add this account' }).click();
  // What is missing is said at its field, and nothing that was typed is lost.
  await expect(faults(page)).toContainText('This is needed.');
  await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('First Bank');
  await page.getByLabel('Identity document of the holder').fill('CC 1020304050');
  await page.getByRole('button', { name: 'Add this account' }).click();
  const account = page.getByRole('row', { name: /First Bank •••• 7890/ });
  await expect(account).toContainText('Waiting for verification');

  const staff = { browser, instance, mailbox, email: instance.demo.staff_email };
  await asStaff(staff, async (desk) => {
    await desk
      .getByRole('row', { name: /First Bank/ })
      .getByRole('link')
      .click();
    await expectNothingInTheWay(desk);
    await desk.getByRole('button', { name: 'Verify the account' }).click();
    await expect(status(desk)).toHaveText('The bank account is verified.');
  });
  await page.getByRole('link', { name: draft.title }).click();
  await page.getByLabel('Amount in USD').fill('900');
  await page.getByRole('button', { name: 'Ask for this withdrawal' }).click();
  await expect(faults(page)).toContainText(
    /This is more than has arrived so far\. Enough for it will be there on \w+ \d+\./,
  );
  await expect(page.getByLabel('Amount in USD')).toHaveValue('900');
  const asked = page.getByRole('row', { name: /\$600 USD/ });
  await askFor(page, '600');
  await expect(asked).toContainText('Waits for approval');
  await asked.getByRole('button', { name: 'Cancel the withdrawal of $600 USD' }).click();
  await expect(status(page)).toContainText('The withdrawal is cancelled.');
  await expect(asked).toContainText('Cancelled by you');

  await askFor(page, '600');
  await expect(asked.first()).toContainText('Waits for approval');
  const second = 'second-staff@example.org';
  await instance.operate('account', 'create', { email: second, name: 'Second Staff', role: 'staff' });
  await asStaff({ ...staff, email: second }, async (desk) => {
    await desk.getByRole('row', { name: /\$600/ }).getByRole('link').first().click();
    await expectNothingInTheWay(desk);
    await desk.getByRole('button', { name: 'Approve the withdrawal' }).click();
    await expect(status(desk)).toHaveText('The withdrawal is approved. It waits to be paid.');
    // What was possible when it was asked for is not any more: it waits to be decided again.
    await instance.operate('cause', 'update', { key: draft.key, state: 'funds_on_hold' });
    await desk.reload();
    await expect(desk.getByText('Do not send this money now.')).toBeVisible();
    await markAsPaid(desk);
    await expect(status(desk)).toContainText('This was not marked as paid');
    await expectNothingInTheWay(desk);
    await instance.operate('cause', 'update', { key: draft.key, state: 'published' });
    await desk.getByRole('button', { name: 'Approve the withdrawal' }).click();
    await markAsPaid(desk);
    await expect(status(desk)).toHaveText('The withdrawal is marked as paid.');
    await desk.getByRole('link', { name: 'Ledger', exact: true }).click();
    await desk.getByRole('button', { name: 'Check now' }).click();
    await expect(desk.getByText('Everything agrees')).toBeVisible();
  });
  await page.reload();
  await expect(asked.first()).toContainText('Sent');
});

/** One more donation of 200 dollars to a cause, confirmed as a server would. */
async function giveAnother(instance: Instance, emulator: Emulator, cause: string): Promise<void> {
  const partner = partnerOf(instance, instance.demo.key);
  const link = await partner.mint({ cause, amount: 200, currency: 'USD' });
  await emulator.confirm(await partner.startPayment(link.id), 'pm_card_visa');
  await partner.waitFor(link.id, 'completed');
}

async function markAsPaid(desk: Page): Promise<void> {
  await desk.getByLabel('The bank’s reference').fill('TRX-2026-118');
  await desk.getByRole('button', { name: 'Mark as paid' }).click();
}

/** Asks for a withdrawal on the page of a cause's withdrawals. */
async function askFor(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount in USD').fill(amount);
  await page.getByLabel('What it is for').fill('Pipes');
  await page.getByRole('button', { name: 'Ask for this withdrawal' }).click();
  await expect(status(page)).toContainText('We have your request.');
}

type Desk = { browser: Browser; instance: Instance; mailbox: Mailbox; email: string };

/** Somebody of staff, in a browser of their own, at what waits for them. */
async function asStaff(
  { browser, instance, mailbox, email }: Desk,
  work: (desk: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const desk = await context.newPage();
  const waiting = '/dashboard/staff/withdrawals';
  await visitorAt(desk, mailbox, instance.baseUrl).signIn(email, waiting);
  await work(desk);
  await context.close();
}

/** As `expectForEverybody`, for a page that is open. */
async function expectNothingInTheWay(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([await barriers(page), await overflow(page)]).toEqual([[], 0]);
    }
  }
}

/** Nothing in the way of anybody: in both themes, down to 320 pixels. */
async function expectForEverybody(page: Page, url: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(url);
    // What opens is part of the page.
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect([url, await barriers(page), await overflow(page)]).toEqual([url, [], 0]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect([url, await barriers(page), await overflow(page)]).toEqual([url, [], 0]);
  }
}

test('every page of a creator is for everybody, in both themes and on the smallest phone', async ({
  page,
  instance,
  visitor,
  donor,
}) => {
  test.setTimeout(180_000);
  const { cause_key: key, checkout_url: url } = instance.demo;
  await donor.open({ url });
  await donor.payWith(CARDS.pays);
  await expect(donor.thanks).toBeVisible();
  await visitor.signIn(instance.demo.creator_email, `/dashboard/causes/${key}/payments`);
  const payment = await page.getByRole('row').nth(1).getByRole('link').getAttribute('href');
  for (const path of [...pagesOf(key), ...OWN_PAGES, payment ?? ''])
    await expectForEverybody(page, instance.baseUrl + path);
});

test('a form keeps what was typed, says what is wrong where it is wrong, and writes over nobody', async ({
  page,
  instance,
  visitor,
  context,
}) => {
  const { key } = await draftOf(instance, 'A school garden');
  const edit = `/dashboard/causes/${key}/edit`;
  await visitor.signIn(instance.demo.creator_email, edit);
  const other = await context.newPage();
  await other.goto(instance.baseUrl + edit);

  await page.getByLabel('Title').fill('A garden for the school');
  await page.getByLabel('Closing time').fill('2031-05-01T18:00');
  await page.getByLabel('Cover picture').fill('http://example.org/a.jpg');
  await page.getByLabel('Address of the page').fill('?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(faults(page)).toContainText('Write a whole address that begins with https://.');
  await expect(faults(page)).toContainText('This is too short: at least 3 characters.');
  await expect(page.getByLabel('Title')).toHaveValue('A garden for the school');
  await expect(page.getByLabel('Closing time')).toHaveValue('2031-05-01T18:00');
  await page.getByLabel('Cover picture').fill('');
  await page.getByLabel('Address of the page').fill(`Garden ${key.slice(-8)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toHaveText('Saved.');
  // Six in the evening in Bogotá, and shown as that again.
  await expect(page.getByLabel('Closing time')).toHaveValue('2031-05-01T18:00');

  await other.getByLabel('Title').fill('Another garden');
  await other.getByLabel('Story').fill('Beans and maize.');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(faults(other)).toContainText('Somebody else has changed this meanwhile.');
  await expect(other.getByText('Saved now: A garden for the school')).toBeVisible();
  await expect(other.getByLabel('Title')).toHaveValue('Another garden');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(status(other)).toHaveText('Saved. What somebody else had changed meanwhile was kept.');
  await expect(other.getByLabel('Title')).toHaveValue('Another garden');
  await expect(other.getByLabel('Story')).toHaveValue('Beans and maize.');
  await expect(other.getByLabel('Closing time')).toHaveValue('2031-05-01T18:00');
});

test('with the keyboard alone a creator publishes, pauses, resumes and closes a cause', async ({
  page,
  instance,
  visitor,
}) => {
  const { key } = await draftOf(instance, 'Books for everybody');
  await visitor.signIn(instance.demo.creator_email, `/dashboard/causes/${key}`);
  for (const [open, confirm, said] of [
    ['Publish…', 'Publish now', 'Your cause is published.'],
    ['Pause…', 'Pause now', 'Your cause is paused.'],
    ['Resume…', 'Resume now', 'Your cause takes donations again.'],
    ['Close…', 'Close now', 'Your cause is closed.'],
  ] as const) {
    await tabTo(page, page.locator('summary', { hasText: open }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: confirm }));
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(said);
  }
  await expect(page.getByText('It closed on')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a creator edits a cause, filters payments and reads the chart as a table', async ({
    page,
    instance,
    visitor,
  }) => {
    const { key } = await draftOf(instance, 'A plain page');
    await page.goto(`${instance.baseUrl}/sign-in`);
    const { link } = await visitor.ask(instance.demo.creator_email).catch(() => ({ link: '' }));
    if (link !== '') await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.goto(`${instance.baseUrl}/dashboard/causes/${key}/edit`);
    await page.getByLabel('Title').fill('Plain and good');
    await page.getByLabel('Closing time').fill('2031-05-01T18:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(status(page)).toHaveText('Saved.');
    await expect(page.getByText('Times are in the zone UTC.')).toBeVisible();
    await page.goto(`${instance.baseUrl}/dashboard/payments`);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Payment, link or reference').fill('nothing-like-this');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('No donation fits these filters.')).toBeVisible();
  });
});

test('no page and no file of a creator opens for anybody else', async ({
  instance,
  visitor,
  browser,
  page,
  donor,
}) => {
  const partner = partnerOf(instance, instance.demo.key);
  const { key } = await draftOf(instance, 'Mine alone');
  await partner.publish(key);
  const order = await partner.mint({ cause: key, amount: 50, currency: 'USD' });
  await donor.open(order);
  await donor.payWith(CARDS.pays);
  await expect(donor.thanks).toBeVisible();
  const [payment] = await partner.payments(order.id);
  const own = [
    ...pagesOf(key),
    `/dashboard/causes/${key}/payments/export`,
    `/dashboard/payments/${payment?.id}`,
  ];
  const all = [...OWN_PAGES, '/dashboard/payments/export'];
  const answers = async (at: Page, paths: string[]) => {
    const statuses: number[] = [];
    for (const path of paths)
      statuses.push((await at.request.get(instance.baseUrl + path, { maxRedirects: 0 })).status());
    return [...new Set(statuses)];
  };
  const stranger = await browser.newPage();
  for (const status of await answers(stranger, [...own, ...all])) expect([303, 307]).toContain(status);
  await stranger.close();

  await instance.operate('account', 'create', { email: 'rival@example.org', name: 'Rival' });
  await visitor.signIn('rival@example.org');
  expect(await answers(page, own)).toEqual([404]);
  expect(await answers(page, all)).toEqual([200]);
  await visitor.signOut.click();
  await visitor.signIn(instance.demo.staff_email);
  expect(await answers(page, [...own, ...all])).toEqual([404]);
  await visitor.signOut.click();
  await visitor.signIn(instance.demo.creator_email);
  expect(await answers(page, [...own, ...all])).toEqual([200]);
});
