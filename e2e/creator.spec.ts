import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { Mailbox } from '#sdk/src/testing/mailbox.ts';
import type { Instance } from '#testing/instance.ts';
import { barriersOfOurs, fadedOfOurs, overflow } from './support/accessibility.ts';
import { newAccount, newOwner, newStaff } from './support/accounts.ts';
import type { Emulator } from './support/emulator.ts';
import { tabTo } from './support/keyboard.ts';
import { partnerOf } from './support/partner.ts';
import { today, verifyOpenAccount } from './support/payouts.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const OWNER_NAME = 'Demo Owner';
const status = (page: Page) => page.getByRole('main').getByRole('status');
const formErrors = (page: Page) => page.getByRole('main').getByRole('alert');

/** Creates a draft for a new creator over the API, as the demonstration's partner. */
async function draftOf(instance: Instance, title: string) {
  const owner = newOwner(OWNER_NAME);
  const { key } = await partnerOf(instance, instance.demo.key).createCause({ title, owner });
  return { key, title, email: owner.email };
}

/** A creator's pages about one cause, and about all of them. */
const pagesOf = (key: string) =>
  ['', '/edit', '/payments', '/withdrawals', '/statements'].map((rest) => `/dashboard/causes/${key}${rest}`);
const OWN_PAGES = [
  '/dashboard/payments',
  '/dashboard/withdrawals',
  '/dashboard/withdrawals/bank-account',
  '/dashboard/causes/new',
];

test('a creator publishes an API draft, sees its donations, exports them and requests a withdrawal; a second staff member approves it, cannot send it while the cause is on hold, and sends it', async ({
  page,
  instance,
  visitor,
  staff,
  donor,
  emulator,
  browser,
  mailbox,
}) => {
  test.slow();
  await emulator.control('stripe/settlement', { releaseSeconds: 0 });
  const draft = await draftOf(instance, 'Clean water for San Mateo');
  await visitor.signIn(draft.email);
  await page.getByRole('link', { name: draft.title }).click();
  await expect(visitor.heading).toHaveText(draft.title);
  await expect(page.getByText('This cause is not public yet')).toBeVisible();

  await page.getByText('Publish…').click();
  await expect(page.getByRole('heading', { name: 'Publish this cause?' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(status(page)).toHaveText('Your cause is published. Everyone can see it now.');

  await page.getByRole('link', { name: 'View public page' }).click();
  await page.getByRole('radio', { name: 'Other amount' }).check();
  await page.getByLabel('Amount in US dollars').fill('800');
  await page.getByRole('button', { name: 'Donate', exact: true }).click();
  await donor.seeCardForm();
  await page.getByLabel('Your name (optional)').fill('=Zoë Quiroga');
  await page.getByLabel('Email (optional)').fill('zoe@example.org');
  await donor.payByCard('paid');

  await page.goto(`${instance.baseUrl}/dashboard/causes/${draft.key}/payments`);
  const row = page.getByRole('row', { name: /=Zoë Quiroga/ });
  await expect(row).toContainText('$800');
  await expect(row).toContainText('$40');
  await expect(row).toContainText('Approved');
  await row.getByRole('link').click();
  await expect(visitor.heading).toHaveText('Donation of $800');
  await expect(page.getByRole('row', { name: /Donation approved/ })).toContainText('$760');
  await page.getByRole('link', { name: 'All payments for this cause' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^payments-${draft.key}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\ufeffpayment_id,link_id,external_reference,cause,paid_at_utc,/);
  expect(lines[1]).toMatch(
    new RegExp(
      `^pay_\\w+,chl_\\w+,,${draft.key},\\S+Z,\\S+-05:00,800\\.00,800\\.00,USD,card,40\\.00,.*,'=Zoë Quiroga,zoe@example\\.org,false,approved,Clean water for San Mateo,,,0\\.00$`,
    ),
  );

  await emulator.control('stripe/settlement', { releaseSeconds: 3 * 86_400 });
  await giveAnother(instance, emulator, draft.key);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Withdrawals' }).click();
  // Money that the processor has not released yet is shown with its release day.
  await expect(page.getByText(/^On its way: \$183\.90, arriving on \w+ \d+$/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Add a bank account' }).click();
  await page.getByLabel('Country of the bank').selectOption('US');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Bank', { exact: true }).fill('First Bank');
  await page.getByLabel('Routing number').fill('021000022');
  await page.getByLabel('Account type').selectOption('checking');
  await page.getByLabel('Account number').fill('0012 3456 7890');
  await page.getByRole('textbox', { name: 'Account holder', exact: true }).fill(OWNER_NAME);
  await page.getByRole('button', { name: 'Add account' }).click();
  // Each wrong value is named by a link to its field, and nothing typed is lost.
  await expect(page).toHaveTitle(/^Error: /);
  await expect(formErrors(page)).toBeFocused();
  await expect(formErrors(page)).toContainText('Enter the nine digits of the routing number.');
  await expect(page.getByLabel('Bank', { exact: true })).toHaveValue('First Bank');
  await expectForEverybody(page);
  await formErrors(page).getByRole('link', { name: 'Enter the account holder’s ID document.' }).click();
  await expect(page.getByLabel('Account holder’s ID document')).toBeFocused();
  await page.keyboard.type('Passport 1020304050');
  await page.getByLabel('Routing number').fill('021000021');
  await page.getByRole('button', { name: 'Add account' }).click();
  const account = page.getByRole('row', { name: /First Bank •••• 7890/ });
  await expect(account).toContainText('Waiting for verification');

  const desk = { browser, instance, mailbox };
  await asStaff({ ...desk, email: staff }, async (desk) => {
    await desk
      .getByRole('row', { name: /First Bank/ })
      .getByRole('rowheader')
      .getByRole('link')
      .click();
    await expectForEverybody(desk);
    await expect(desk.getByText('Show the full number and the ID document first.')).toBeVisible();
    await verifyOpenAccount(desk, 'Passport 1020304050');
  });
  await page.getByRole('link', { name: draft.title }).click();
  await page.getByLabel('Amount in USD').fill('1k');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(formErrors(page)).toContainText('Did you mean US$1,000? If so, enter 1,000.');
  await page.getByLabel('Amount in USD').fill('900');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(formErrors(page)).toContainText(
    /This is more than has arrived so far\. Enough will be available on \w+ \d+\./,
  );
  await expect(page.getByLabel('Amount in USD')).toHaveValue('900');
  const asked = page.getByRole('row', { name: /\$600/ });
  await askFor(page, '600');
  await expect(asked).toContainText('Waiting for approval');
  await asked.getByText('Cancel…').click();
  await asked.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(status(page)).toContainText('Withdrawal canceled.');
  await expect(asked).toContainText('Canceled by you');

  await askFor(page, '600');
  await expect(asked.first()).toContainText('Waiting for approval');
  await asStaff({ ...desk, email: await newStaff(instance, 'Second Staff') }, async (desk) => {
    await desk.getByRole('row', { name: /\$600/ }).getByRole('link').first().click();
    await expectForEverybody(desk);
    await desk.getByRole('button', { name: 'Approve withdrawal' }).click();
    await expect(status(desk)).toHaveText('Withdrawal approved. It can be sent now.');
    // The request is no longer covered by the balance, so it waits to be decided again.
    await instance.operate('cause', 'update', { key: draft.key, state: 'funds_on_hold' });
    await desk.reload();
    await expect(desk.getByText('Do not send this money now.')).toBeVisible();
    await startSending(desk);
    await expect(status(desk)).toContainText('Do not send this');
    await expectForEverybody(desk);
    // What would be refused is not offered.
    await expect(desk.getByRole('button', { name: 'Approve withdrawal' })).toHaveCount(0);
    await instance.operate('cause', 'update', { key: draft.key, state: 'published' });
    await desk.reload();
    await desk.getByRole('button', { name: 'Approve withdrawal' }).click();
    await startSending(desk);
    await expect(status(desk)).toContainText('This withdrawal is being sent now');
    await expectForEverybody(desk);
    await page.reload();
    await expect(asked.first()).toContainText('Being sent, can no longer be canceled');
    await expect(asked.first().getByText('Cancel…')).toHaveCount(0);
    // Whatever becomes of the cause: the money has left.
    await instance.operate('cause', 'update', { key: draft.key, state: 'funds_on_hold' });
    await markAsSent(desk);
    await expect(status(desk)).toHaveText('Withdrawal recorded as sent.');
    await instance.operate('cause', 'update', { key: draft.key, state: 'published' });
    await desk.getByRole('link', { name: 'Ledger', exact: true }).click();
    await desk.getByRole('button', { name: 'Check now' }).click();
    await expect(desk.getByText('Everything agrees')).toBeVisible();
  });
  await page.reload();
  await expect(asked.first()).toContainText('Sent');
  await expect(asked.first()).toContainText('bank reference TRX-2026-118');
});

/** One more donation of 200 dollars to a cause, confirmed through the gateway's API. */
async function giveAnother(instance: Instance, emulator: Emulator, cause: string): Promise<void> {
  const partner = partnerOf(instance, instance.demo.key);
  const link = await partner.mint({ cause, amount: 200, currency: 'USD' });
  await emulator.confirm(await partner.startPayment(link.id), 'pm_card_visa');
  await partner.waitFor(link.id, 'completed');
}

async function startSending(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Start sending' }).click();
  await expect(desk.getByText('is to be sent to')).toBeVisible();
  await desk.getByRole('button', { name: 'Start sending the withdrawal' }).click();
}

async function markAsSent(desk: Page): Promise<void> {
  await desk.getByLabel('Bank reference').fill('TRX-2026-118');
  await desk.getByLabel('Sent on').fill(await today(desk));
  await desk.getByRole('button', { name: 'Mark as sent', exact: true }).click();
  await expect(desk.getByText('is recorded as sent to')).toBeVisible();
  await desk.getByRole('button', { name: 'Record the withdrawal as sent' }).click();
}

/** Requests a withdrawal on the page of a cause's withdrawals. */
async function askFor(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount in USD').fill(amount);
  await page.getByLabel('Purpose').fill('Pipes');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Review your withdrawal' })).toBeVisible();
  await expect(page.getByText(`$${amount}`)).toBeVisible();
  await expect(page.getByText(/^by \w+ \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Request withdrawal' }).click();
  await expect(status(page)).toContainText('We received your request.');
}

type Desk = { browser: Browser; instance: Instance; mailbox: Mailbox; email: string };

/** A staff member's own browser, on the overview of waiting work. */
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

/** The open page has no accessibility barrier in both themes and down to 320 pixels. */
async function expectForEverybody(page: Page): Promise<void> {
  const url = page.url();
  await page.setViewportSize({ width: 320, height: 800 });
  expect([url, await overflow(page)]).toEqual([url, 0]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect([url, await overflow(page)]).toEqual([url, 0]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect([url, await barriersOfOurs(page)]).toEqual([url, []]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([url, await fadedOfOurs(page)]).toEqual([url, []]);
}

test('every page of a creator is accessible, in both themes and on the smallest phone', async ({
  page,
  instance,
  visitor,
  donor,
}) => {
  test.slow();
  const partner = partnerOf(instance, instance.demo.key);
  const { key, email } = await draftOf(instance, 'A library for the school');
  await partner.publish(key);
  await donor.open(await partner.mint({ cause: key, amount: 50, currency: 'USD' }));
  await donor.payByCard('paid');
  await visitor.signIn(email, `/dashboard/causes/${key}/payments`);
  const payment = await page.getByRole('row').nth(1).getByRole('link').getAttribute('href');
  for (const path of [...pagesOf(key), ...OWN_PAGES, payment ?? '']) {
    await page.goto(instance.baseUrl + path);
    // Open disclosures are part of the page. On a phone a table's rows are disclosures.
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const closed = page.locator('details:not([open]) > summary:visible');
      while ((await closed.count()) > 0) await closed.first().click();
    }
    await expectForEverybody(page);
  }
});

test('a form keeps what was typed, puts errors at their fields, and never overwrites somebody else’s change', async ({
  page,
  instance,
  visitor,
  context,
}) => {
  const { key, email } = await draftOf(instance, 'A school garden');
  const edit = `/dashboard/causes/${key}/edit`;
  await visitor.signIn(email, edit);
  const other = await context.newPage();
  await other.goto(instance.baseUrl + edit);

  await page.getByLabel('Title').fill('A garden for the school');
  await page.getByLabel('Closing date').fill('2031-05-01T18:00');
  await page.getByLabel('Cover picture').fill('http://example.org/a.jpg');
  await page.getByLabel('Address of the page').fill('?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(formErrors(page)).toContainText('Enter a full address that begins with https://.');
  await expect(formErrors(page)).toContainText('Use at least 3 characters for the address of the page.');
  await expect(page.getByLabel('Title')).toHaveValue('A garden for the school');
  await expect(page.getByLabel('Closing date')).toHaveValue('2031-05-01T18:00');
  await page.getByLabel('Cover picture').fill('');
  await page.getByLabel('Address of the page').fill(`Garden ${key.slice(-8)}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toHaveText('Saved.');
  // Six in the evening in Bogotá, and shown in that zone again.
  await expect(page.getByLabel('Closing date')).toHaveValue('2031-05-01T18:00');

  await other.getByLabel('Title').fill('Another garden');
  await other.getByLabel('Story').fill('Beans and maize.');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(formErrors(other)).toContainText('Somebody else changed this in the meantime.');
  await expect(other.getByText('Currently saved: A garden for the school')).toBeVisible();
  await expect(other.getByLabel('Title')).toHaveValue('Another garden');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(status(other)).toHaveText('Saved. What somebody else changed in the meantime was kept.');
  await expect(other.getByLabel('Title')).toHaveValue('Another garden');
  await expect(other.getByLabel('Story')).toHaveValue('Beans and maize.');
  await expect(other.getByLabel('Closing date')).toHaveValue('2031-05-01T18:00');
});

test('with the keyboard alone a creator publishes, pauses, resumes and closes a cause', async ({
  page,
  instance,
  visitor,
}) => {
  const { key, email } = await draftOf(instance, 'Books for everybody');
  await visitor.signIn(email, `/dashboard/causes/${key}`);
  for (const [open, confirm, notice] of [
    ['Publish…', 'Publish now', 'Your cause is published.'],
    ['Pause…', 'Pause now', 'Your cause is paused.'],
    ['Resume…', 'Resume now', 'Your cause accepts donations again.'],
    ['Close…', 'Close now', 'Your cause is closed.'],
  ] as const) {
    await tabTo(page, page.locator('summary', { hasText: open }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: confirm }));
    await page.keyboard.press('Enter');
    await expect(status(page)).toContainText(notice);
  }
  await expect(page.getByText('Closed on')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a creator edits a cause, filters payments and reads the chart as a table', async ({
    page,
    instance,
    visitor,
  }) => {
    const { key, email } = await draftOf(instance, 'A plain page');
    await page.goto(`${instance.baseUrl}/sign-in`);
    await page.goto((await visitor.ask(email)).link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(visitor.heading).toHaveText('Causes');
    await page.goto(`${instance.baseUrl}/dashboard/causes/${key}/edit`);
    await page.getByLabel('Title').fill('Plain and good');
    await page.getByLabel('Closing date').fill('2031-05-01T18:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(status(page)).toHaveText('Saved.');
    await expect(page.getByText('Dates and times: UTC.')).toBeVisible();
    await page.goto(`${instance.baseUrl}/dashboard/payments`);
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Donor, reference, or number').fill('nothing-like-this');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No donations match these filters.')).toBeVisible();
  });
});

test('no page or file of a creator opens for anybody else', { tag: '@gate' }, async ({
  instance,
  visitor,
  staff,
  browser,
  page,
  donor,
}) => {
  const partner = partnerOf(instance, instance.demo.key);
  const { key, email } = await draftOf(instance, 'Mine alone');
  await partner.publish(key);
  const order = await partner.mint({ cause: key, amount: 50, currency: 'USD' });
  await donor.open(order);
  await donor.payByCard('paid');
  const [payment] = await partner.payments(order.id);
  const own = [
    ...pagesOf(key),
    ...['export', 'donors'].map((file) => `/dashboard/causes/${key}/payments/${file}`),
    ...['pdf', 'csv'].map(
      (kind) => `/dashboard/causes/${key}/statements/${kind}?month=${new Date().toISOString().slice(0, 7)}&zone=UTC`,
    ),
    `/dashboard/payments/${payment?.id}`,
  ];
  const all = [...OWN_PAGES, '/dashboard/payments/export', '/dashboard/payments/donors'];
  const answers = async (at: Page, paths: string[]) => {
    const statuses: number[] = [];
    for (const path of paths)
      statuses.push((await at.request.get(instance.baseUrl + path, { maxRedirects: 0 })).status());
    return [...new Set(statuses)];
  };
  const stranger = await browser.newPage();
  for (const status of await answers(stranger, [...own, ...all])) expect([303, 307]).toContain(status);
  await stranger.close();

  await visitor.signIn(await newAccount(instance, 'Rival'));
  expect(await answers(page, own)).toEqual([404]);
  expect(await answers(page, all)).toEqual([200]);
  await visitor.leave();
  await visitor.signIn(staff);
  expect(await answers(page, [...own, ...all])).toEqual([404]);
  await visitor.leave();
  await visitor.signIn(email);
  expect(await answers(page, [...own, ...all])).toEqual([200]);
});
