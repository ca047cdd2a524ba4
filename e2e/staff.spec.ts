import type { Page } from '@playwright/test';
import type { Instance } from '#testing/instance.ts';
import { barriersOfOurs, fadedOfOurs, overflow } from './support/accessibility.ts';
import { newAccount, newStaff, STAFF_NAME } from './support/accounts.ts';
import { pressUntil } from './support/keyboard.ts';
import { newCreator, openWaitingAccount, signInAs } from './support/payouts.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const STAFF = '/dashboard/staff';

/** The API's status for this key and a cause that everyone may see. */
async function statusFor({ baseUrl, demo }: Instance, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await fetch(`${baseUrl}/v1/causes/${demo.cause_key}`, { headers })).status;
}

async function keyShown(page: Page): Promise<string> {
  const field = page.getByLabel('Copy it now: it is shown only once');
  await expect(field).toHaveValue(/^cause_live_\w{32}$/);
  return field.inputValue();
}

test('staff create a client and a key, shown once, that works over the API; rotate it, and revoke the old one', async ({
  visitor,
  staff,
  instance,
  page,
}) => {
  await visitor.signIn(staff, `${STAFF}/clients`);
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Manos Unidas');
  await page.getByLabel(/^Accent color/).fill('green');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(visitor.alert).toContainText('Enter a color as #RRGGBB');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Manos Unidas');
  await page.getByLabel(/^Accent color/).fill('#0B6B53');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(visitor.heading).toHaveText('Manos Unidas');

  const addresses = page.getByLabel(/^Allowed IP addresses/);
  await addresses.fill('10.0.0.0/99');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(visitor.alert).toContainText('not an IP address or a CIDR range');
  await expect(addresses).toHaveValue('10.0.0.0/99');
  await addresses.fill('127.0.0.0/8\n::1');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  // A second form would take the place of the page that shows the key. Playwright's double click sends one.
  await page.getByRole('button', { name: 'Create key' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    setTimeout(() => button.click());
  });
  const first = await keyShown(page);
  expect(sent).toHaveLength(1);
  expect(page.url()).not.toContain(first);
  expect(instance.output()).not.toContain(first);
  expect(await statusFor(instance, first)).toBe(200);
  await page.reload();
  await expect(page.getByRole('row', { name: /Active/ })).toBeVisible();
  expect(await page.content()).not.toContain(first);

  await page.getByRole('link', { name: /^key_/ }).click();
  await page.getByLabel('The old key keeps working for').selectOption({ label: 'one day' });
  await page.getByRole('button', { name: 'Create new key' }).click();
  const second = await keyShown(page);
  expect([await statusFor(instance, first), await statusFor(instance, second)]).toEqual([200, 200]);
  await page
    .getByRole('row', { name: /Being replaced/ })
    .getByRole('link')
    .click();
  // Going back does not show the key again.
  await page.goBack();
  await expect(page.getByRole('row', { name: /Being replaced/ })).toBeVisible();
  expect(await page.content()).not.toContain(second);
  await page
    .getByRole('row', { name: /Being replaced/ })
    .getByRole('link')
    .click();
  await page.getByLabel('Reason', { exact: true }).fill('Replaced');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('The client has 1 other active key.')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await expect(page.getByText('Key revoked.')).toBeVisible();
  await expect(page.getByRole('row', { name: /key.revoke/ }).first()).toContainText('Replaced');
  expect([await statusFor(instance, first), await statusFor(instance, second)]).toEqual([401, 200]);

  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await page.getByLabel('Who (email or ID)').fill(staff);
  await page.getByRole('button', { name: 'Find' }).click();
  for (const action of ['client.create', 'key.create', 'key.rotate', 'key.revoke'])
    await expect(page.getByRole('row', { name: action }).first()).toContainText(STAFF_NAME);
  expect(await page.content()).not.toContain(first);
});

test('staff find a cause, see its owner and terms, mark it as fraud by mistake and undo that', async ({
  visitor,
  staff,
  partner,
  link,
  page,
}) => {
  const { key } = await partner.createCause({ title: 'Books for the school of Tumaco' });
  await visitor.signIn(staff, `${STAFF}/causes`);
  await page.getByLabel(/^Key, address/).fill('school tuma');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Books for the school of Tumaco' }).first().click();
  await expect(page.getByText('Terms version')).toBeVisible();
  await page.getByLabel('New status').selectOption({ label: 'Published – accepts donations' });
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByRole('row', { name: /draft → published/ })).toContainText(STAFF_NAME);
  expect(page.url()).toContain(key);

  // A mistake with a real cause: its figures are named first, and it can be undone.
  const order = await link({ cause: key });
  await partner.startPayment(order.id);
  await page.getByLabel('New status').selectOption({ label: 'Fraud – does not accept donations' });
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(visitor.alert).toContainText('Enter the reason.');
  await page.getByLabel('Reason (optional)').fill('Reported by a bank');
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByText('1 payment in progress is canceled: $50.')).toBeVisible();
  await expect(page.getByText('1 open link can no longer be paid.')).toBeVisible();
  await page.getByRole('button', { name: 'Change the status' }).click();
  await expect(page.getByRole('row', { name: /published → fraud/ })).toContainText('Reported by a bank');
  await page.getByLabel('Reason', { exact: true }).fill('The bank was wrong');
  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('button', { name: 'Undo the fraud mark' }).click();
  await expect(page.getByRole('row', { name: /fraud → published/ })).toContainText('The bank was wrong');
});

test('staff find a link by the partner’s reference, read its trail and cancel it; a paid link cannot be cancelled', async ({
  visitor,
  staff,
  partner,
  link,
  emulator,
  page,
}) => {
  const [order, paid] = [
    await link({ external_reference: 'staff-order-1' }),
    await link({ external_reference: 'staff-order-2' }),
  ];
  await visitor.signIn(staff, `${STAFF}/links`);
  const open = async (reference: string) => {
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByLabel(/^Link ID, partner reference/).fill(reference);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: /^chl_/ }).click();
  };
  await open('staff-order-1');
  await expect(page.getByRole('listitem').filter({ hasText: 'Created' })).toContainText(order.id);
  const cancel = async () => {
    await page.getByLabel('Reason', { exact: true }).fill('Sent twice');
    await page.getByRole('button', { name: 'Cancel link' }).click();
    await page.getByRole('button', { name: 'Cancel the link' }).click();
  };
  await cancel();
  await expect(page.getByText('Link canceled.', { exact: true })).toBeVisible();
  await partner.waitFor(order.id, 'cancelled');

  await emulator.control('stripe/webhooks', { drop: true });
  await emulator.confirm(await partner.startPayment(paid.id), 'pm_card_visa');
  await open('staff-order-2');
  await cancel();
  await expect(visitor.alert).toContainText('The donor had already paid');
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await partner.waitFor(paid.id, 'completed');
});

test('staff refund a part of a payment: the donor is mailed, the ledger agrees, and the link stays completed', async ({
  visitor,
  staff,
  partner,
  link,
  emulator,
  mailbox,
  page,
}) => {
  const order = await link({ email: 'staff.refund@example.org' });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await visitor.signIn(staff, `${STAFF}/payments/${payment}`);
  const amount = page.getByLabel('Amount in USD');
  await expect(amount).toHaveValue('50');
  await amount.fill('60');
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by the donor');
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await expect(visitor.alert).toContainText('more than what is left');
  for (const [typed, message] of [
    ['0', 'Enter an amount above zero.'],
    ['12k', 'Did you mean US$12,000? If so, enter 12000.'],
    ['12 euros', 'Only USD is possible here.'],
  ] as const) {
    await amount.fill(typed);
    await page.getByRole('button', { name: 'Refund payment' }).click();
    await expect(visitor.alert).toContainText(message);
  }
  await amount.fill('$12.50');
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await expect(page.getByText('$12.50 goes back to the donor through Stripe. $37.50 of the')).toBeVisible();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  await expect(
    page.getByText('The refund is on its way, and the donor is notified by email if we have an address.'),
  ).toBeVisible();
  await expect(page.getByText('Partially refunded')).toBeVisible();
  await expect(page.getByRole('row', { name: /\$12\.50/ }).first()).toContainText('Asked for by the donor');
  await expect(amount).toHaveValue('37.50');
  await expect
    .poll(async () => (await mailbox.to('staff.refund@example.org')).map(({ subject }) => subject))
    .toContain('We refunded US$12.50');
  await partner.waitFor(order.id, 'completed');
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Everything agrees')).toBeVisible();
});

test('a large refund and a key that sets fees need the approval of a second staff member', {
  tag: '@gate',
}, async ({ visitor, staff, instance, partner, link, emulator, mailbox, page, browser }) => {
  const second = await newStaff(instance, 'Second Staff');
  const order = await link({ amount: 800 });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await visitor.signIn(staff, `${STAFF}/payments/${payment}`);
  await page.getByLabel('Reason', { exact: true }).fill('Given by mistake');
  await page.getByRole('button', { name: 'Refund payment' }).click();
  await expect(page.getByText('A second member of staff has to approve it first.')).toBeVisible();
  await page.getByRole('button', { name: 'Refund the payment' }).click();
  await expect(page.getByText('Nothing was refunded yet')).toBeVisible();
  await expect(page.getByText('You requested this')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and refund' })).toHaveCount(0);
  await page.goto(`${instance.baseUrl}${STAFF}/clients/${instance.demo.client_id}`);
  await page.getByLabel(/causes:set_fee/).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await keyShown(page);
  expect(await statusFor(instance, key)).toBe(401);

  const context = await browser.newContext();
  const desk = await context.newPage();
  await visitorAt(desk, mailbox, instance.baseUrl).signIn(second, `${STAFF}/approvals`);
  await desk
    .getByRole('row', { name: /Given by mistake/ })
    .getByRole('link', { name: payment })
    .click();
  await desk.getByRole('button', { name: 'Approve and refund' }).click();
  await expect(
    desk.getByText('The refund is on its way, and the donor is notified by email if we have an address.'),
  ).toBeVisible();
  await expect(desk.getByText('Approved by Second Staff')).toBeVisible();
  await expect(desk.getByText('Fully refunded')).toBeVisible();
  await desk.getByRole('link', { name: 'Approvals' }).click();
  await desk
    .getByRole('row', { name: /causes:set_fee/ })
    .getByRole('link')
    .first()
    .click();
  await desk.getByRole('button', { name: 'Approve key' }).click();
  await expect(desk.getByText('Key approved. It works from now on.')).toBeVisible();
  expect(await statusFor(instance, key)).toBe(200);
  await context.close();
});

test('every staff page is accessible: keyboard and screen reader, 320 px, light and dark', async ({
  visitor,
  staff,
  instance,
  partner,
  link,
  emulator,
  page,
}) => {
  test.slow();
  await visitor.signIn(staff, `${STAFF}/clients`);
  const lists = [
    'clients',
    'causes',
    'links',
    'payments',
    'approvals',
    'refunds',
    'disputes',
    'withdrawals',
    'withdrawals/batches',
    'events',
    'ledger',
    'reconciliation',
    'audit',
    'keys',
    'mails',
  ];
  const paths = [...lists, 'clients/new'].map((name) => `${STAFF}/${name}`);
  await emulator.confirm(await partner.startPayment((await link()).id), 'pm_card_visa');
  await expect
    .poll(async () => (await page.request.get(`${instance.baseUrl}${STAFF}/payments`)).text())
    .toMatch(/pay_/);
  const firstIn = async (path: string) => {
    await page.goto(instance.baseUrl + path);
    return (await page.getByRole('rowheader').getByRole('link').first().getAttribute('href')) ?? '';
  };
  for (const name of ['clients', 'causes', 'links', 'payments']) paths.push(await firstIn(`${STAFF}/${name}`));
  // A key is listed with its client.
  paths.push(await firstIn(`${STAFF}/clients/${instance.demo.client_id}`));
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(instance.baseUrl + path);
    expect.soft(await barriersOfOurs(page), path).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect.soft(await overflow(page), `${path}, 320 px`).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await fadedOfOurs(page), `${path}, dark`).toEqual([]);
  }
});

test('on a phone, the sections open from one button that names the present one, and close again', async ({
  visitor,
  staff,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.signIn(staff, `${STAFF}/reconciliation`);
  const menu = page.getByRole('button', { name: 'Menu · Reconciliation' });
  const payments = page.getByRole('link', { name: 'Payments', exact: true });
  await expect(payments).toBeHidden();
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(payments).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await payments.click();
  await expect(visitor.heading).toHaveText('Payments');
});

test('staff pages do not exist for creators, and lead others to sign in', { tag: '@gate' }, async ({
  visitor,
  instance,
  page,
}) => {
  await page.goto(`${instance.baseUrl}${STAFF}/payments?q=x`);
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await visitor.signIn(await newAccount(instance, 'Carla Creator'), '/dashboard');
  const lists = [
    'clients',
    'clients/new',
    'causes',
    'links',
    'payments',
    'refunds',
    'disputes',
    'withdrawals',
    'events',
    'ledger',
    'reconciliation',
    'audit',
  ];
  const single = [
    `causes/${instance.demo.cause_key}`,
    `links/${instance.demo.link_id}`,
    `clients/${instance.demo.client_id}`,
  ];
  for (const name of [...lists, ...single]) {
    const answer = await page.goto(`${instance.baseUrl}${STAFF}/${name}`);
    expect.soft(answer?.status(), name).toBe(404);
  }
});

test('staff find a payment in one step from any page, by what a donor or a partner tells them', async ({
  visitor,
  staff,
  link,
  partner,
  emulator,
  page,
}) => {
  const order = await link({ email: 'rosa@example.org', external_reference: 'ORDER-4711' });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await visitor.signIn(staff, `${STAFF}/ledger`);
  for (const hint of ['ORDER-4711', 'ROSA@', order.id, payment]) {
    const field = page.getByRole('searchbox');
    await pressUntil(page, '/', () => field.evaluate((element) => element.matches(':focus')));
    await page.keyboard.type(hint);
    await page.keyboard.press('Enter');
    await expect(visitor.heading).toHaveText(`Search: ${hint}`);
    await expect(page.getByRole('link', { name: payment })).toBeVisible();
  }
});

test('a page whose scripts come late does not take the focus from a field that somebody types in', async ({
  page,
  instance,
  emulator,
}) => {
  await newCreator({ page, instance, emulator });
  await signInAs({ page, instance }, await newStaff(instance), `${STAFF}/withdrawals`);
  await openWaitingAccount({ page, instance });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, (route) => held.then(() => route.continue()));
  await page.getByRole('button', { name: 'Show', exact: true }).click({ noWaitAfter: true });
  await expect(page.getByLabel('Copy it now: it is shown only once')).toHaveValue(/0012345/);
  await page.getByLabel('Evidence: link').focus();
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) document.documentElement.dataset.focused += ` ${target.id || target.tagName}`;
    }),
  );
  release();
  // The shortcut of the search works once the scripts run; it is the last to move the focus.
  const isAlive = () => {
    const slash = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(slash);
  };
  await expect.poll(() => page.evaluate(isAlive)).toBe(true);
  await expect(page.getByRole('searchbox')).toBeFocused();
  const focused = await page.evaluate(() => document.documentElement.dataset.focused);
  expect(focused).toBe('undefined INPUT');
});
