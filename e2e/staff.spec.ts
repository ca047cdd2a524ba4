import type { Page } from '@playwright/test';
import type { Instance } from '../scripts/testing/instance.ts';
import { barriersOfOurs, fadedOfOurs, overflow } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';
import { visitorAt } from './support/visitor.ts';

const STAFF = '/dashboard/staff';

/** What the API answers this key for a cause that everyone may see. */
async function statusFor({ baseUrl, demo }: Instance, key: string): Promise<number> {
  const headers = { 'x-api-key': key };
  return (await fetch(`${baseUrl}/v1/causes/${demo.cause_key}`, { headers })).status;
}

async function keyShown(page: Page): Promise<string> {
  const field = page.getByLabel('Copy it now: it is shown this one time');
  await expect(field).toHaveValue(/^cause_live_\w{32}$/);
  return field.inputValue();
}

test('staff make a client and a key, shown once, that works over the API; replace it, and stop the old one', async ({
  visitor,
  instance,
  page,
}) => {
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/clients`);
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Manos Unidas');
  await page.getByLabel(/^Accent colour/).fill('green');
  await page.getByRole('button', { name: 'Create the client' }).click();
  await expect(visitor.alert).toContainText('Write a colour as #RRGGBB');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Manos Unidas');
  await page.getByLabel(/^Accent colour/).fill('#0B6B53');
  await page.getByRole('button', { name: 'Create the client' }).click();
  await expect(visitor.heading).toHaveText('Manos Unidas');

  const addresses = page.getByLabel(/^Addresses it may be used from/);
  await addresses.fill('10.0.0.0/99');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(visitor.alert).toContainText('neither an address nor a CIDR range');
  await expect(addresses).toHaveValue('10.0.0.0/99');
  await addresses.fill('127.0.0.0/8\n::1');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const first = await keyShown(page);
  expect(page.url()).not.toContain(first);
  expect(instance.said()).not.toContain(first);
  expect(await statusFor(instance, first)).toBe(200);
  await page.reload();
  await expect(page.getByRole('row', { name: /Works/ })).toBeVisible();
  expect(await page.content()).not.toContain(first);

  await page.getByRole('link', { name: /^key_/ }).click();
  await page.getByLabel('The old key works on for').selectOption({ label: 'one day' });
  await page.getByRole('button', { name: 'Make the new key' }).click();
  const second = await keyShown(page);
  expect([await statusFor(instance, first), await statusFor(instance, second)]).toEqual([200, 200]);
  await page
    .getByRole('row', { name: /Being replaced/ })
    .getByRole('link')
    .click();
  // Whoever goes back does not see the key again.
  await page.goBack();
  await expect(page.getByRole('row', { name: /Being replaced/ })).toBeVisible();
  expect(await page.content()).not.toContain(second);
  await page
    .getByRole('row', { name: /Being replaced/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Stop this key' }).click();
  await expect(page.getByText('The key has stopped.')).toBeVisible();
  expect([await statusFor(instance, first), await statusFor(instance, second)]).toEqual([401, 200]);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Who (email or id)').fill(instance.demo.staff_email);
  await page.getByRole('button', { name: 'Find' }).click();
  for (const action of ['client.create', 'key.create', 'key.rotate', 'key.revoke'])
    await expect(page.getByRole('row', { name: action }).first()).toContainText('Demo Staff');
  expect(await page.content()).not.toContain(first);
});

test('staff find a cause, see who owns it and what was accepted, and move it', async ({
  visitor,
  instance,
  partner,
  page,
}) => {
  const { key } = await partner.createCause({ title: 'Books for the school of Tumaco' });
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/causes`);
  await page.getByLabel(/^Key, address/).fill('school tuma');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'Books for the school of Tumaco' }).first().click();
  await expect(page.getByText('Version of the terms')).toBeVisible();
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Published – takes donations' });
  await page.getByRole('button', { name: 'Move the cause' }).click();
  await expect(page.getByRole('row', { name: /draft → published/ })).toContainText('Demo Staff');
  expect(page.url()).toContain(key);
});

test('staff find a link by the partner’s reference, see its trail, and cancel it; one that was paid is not cancelled', async ({
  visitor,
  instance,
  partner,
  link,
  emulator,
  page,
}) => {
  const [order, paid] = [
    await link({ external_reference: 'staff-order-1' }),
    await link({ external_reference: 'staff-order-2' }),
  ];
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/links`);
  const open = async (reference: string) => {
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByLabel(/^Link, or the partner/).fill(reference);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: /^chl_/ }).click();
  };
  await open('staff-order-1');
  await expect(page.getByRole('listitem').filter({ hasText: 'Minted' })).toContainText(order.id);
  await page.getByRole('button', { name: 'Cancel this link' }).click();
  await expect(page.getByText('The link is cancelled.', { exact: true })).toBeVisible();
  await partner.waitFor(order.id, 'cancelled');

  await emulator.control('stripe/webhooks', { drop: true });
  await emulator.confirm(await partner.startPayment(paid.id), 'pm_card_visa');
  await open('staff-order-2');
  await page.getByRole('button', { name: 'Cancel this link' }).click();
  await expect(visitor.alert).toContainText('The donor was faster');
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await partner.waitFor(paid.id, 'completed');
});

test('staff give back a part of a payment: the donor is told, the ledger agrees, and the link stays completed', async ({
  visitor,
  instance,
  partner,
  link,
  emulator,
  mailbox,
  page,
}) => {
  const order = await link({ email: 'staff.refund@example.org' });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/payments/${payment}`);
  const amount = page.getByLabel('Amount in USD');
  await expect(amount).toHaveValue('50');
  await amount.fill('60');
  await page.getByLabel('Reason', { exact: true }).fill('Asked for by the donor');
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(visitor.alert).toContainText('more than is left');
  await amount.fill('12.50');
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('The money is on its way back, and the donor is told.')).toBeVisible();
  await expect(page.getByText('Given back in part')).toBeVisible();
  await expect(page.getByRole('row', { name: /\$12\.50/ }).first()).toContainText('Asked for by the donor');
  await expect(amount).toHaveValue('37.50');
  await expect
    .poll(async () => (await mailbox.to('staff.refund@example.org')).map(({ subject }) => subject))
    .toContain('We gave back $12.50');
  await partner.waitFor(order.id, 'completed');
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Everything agrees')).toBeVisible();
});

test('a large refund and a key that sets fees are done once a second member of staff approves them', async ({
  visitor,
  instance,
  partner,
  link,
  emulator,
  mailbox,
  page,
  browser,
}) => {
  const second = 'approving-staff@example.org';
  await instance.operate('account', 'create', { email: second, name: 'Second Staff', role: 'staff' });
  const order = await link({ amount: 800 });
  await emulator.confirm(await partner.startPayment(order.id), 'pm_card_visa');
  const { payment_id: payment = '' } = await partner.waitFor(order.id, 'completed');
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/payments/${payment}`);
  await page.getByLabel('Reason', { exact: true }).fill('Given by mistake');
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('Nothing was given back yet')).toBeVisible();
  await expect(page.getByText('You asked for this')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and give it back' })).toHaveCount(0);
  await page.goto(`${instance.baseUrl}${STAFF}/clients/${instance.demo.client_id}`);
  await page.getByLabel(/causes:set_fee/).check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  const key = await keyShown(page);
  expect(await statusFor(instance, key)).toBe(401);

  const context = await browser.newContext();
  const desk = await context.newPage();
  await visitorAt(desk, mailbox, instance.baseUrl).signIn(second, `${STAFF}/approvals`);
  await desk
    .getByRole('row', { name: /Given by mistake/ })
    .getByRole('link')
    .click();
  await desk.getByRole('button', { name: 'Approve and give it back' }).click();
  await expect(desk.getByText('The money is on its way back, and the donor is told.')).toBeVisible();
  await expect(desk.getByText('Approved by Second Staff')).toBeVisible();
  await expect(desk.getByText('Given back after it counted')).toBeVisible();
  await desk.getByRole('link', { name: 'Approvals' }).click();
  await desk
    .getByRole('row', { name: /causes:set_fee/ })
    .getByRole('link')
    .first()
    .click();
  await desk.getByRole('button', { name: 'Approve the key' }).click();
  await expect(desk.getByText('The key works from now on.')).toBeVisible();
  expect(await statusFor(instance, key)).toBe(200);
  await context.close();
});

test('every page of the staff is for everybody: keyboard and screen reader, 320 px, light and dark', async ({
  visitor,
  instance,
  partner,
  link,
  emulator,
  page,
}) => {
  test.slow();
  await visitor.signIn(instance.demo.staff_email, `${STAFF}/clients`);
  const lists = [
    ...['clients', 'causes', 'links', 'payments', 'approvals', 'refunds', 'disputes'],
    ...['withdrawals', 'events', 'ledger', 'reconciliation', 'audit'],
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
  for (const name of ['clients', 'causes', 'links', 'payments'])
    paths.push(await firstIn(`${STAFF}/${name}`));
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

test('none of it exists for a creator, and whoever is signed out is led to sign in', async ({
  visitor,
  instance,
  page,
}) => {
  await page.goto(`${instance.baseUrl}${STAFF}/payments?q=x`);
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await visitor.signIn(instance.demo.creator_email, '/dashboard');
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
