import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { mailboxAt } from '#sdk/src/testing/mailbox.ts';
import type { Instance } from '#testing/instance.ts';
import { newOwner, newStaff } from './accounts.ts';
import type { Emulator } from './emulator.ts';
import { partnerOf } from './partner.ts';
import { visitorAt } from './visitor.ts';

const STAFF = '/dashboard/staff';
export const HOLDER = 'Zoë Núñez';
const DOCUMENT = 'CC 1020304050';
export const BANK = 'Banco de Bogotá';

type Stage = { instance: Instance; emulator: Emulator; page: Page };

/** The day of today as a form writes it, where the browser is. */
export const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv-SE'));

/** Somebody who signs in to the dashboard in place of whoever was signed in. */
export async function signInAs({ instance, page }: Omit<Stage, 'emulator'>, email: string, path: string) {
  await page.context().clearCookies();
  const mailbox = mailboxAt(`${instance.emulatorUrl}/mailbox.json`);
  await visitorAt(page, mailbox, instance.baseUrl).signIn(email, path);
}

/** Sends a form of the dashboard, as the page that has it would. Returns the page that it leads to. */
export async function post({ instance, page }: Omit<Stage, 'emulator'>, action: string, form: Record<string, string>) {
  const headers = { origin: instance.baseUrl };
  const reply = await page.request.post(`${instance.baseUrl}/dashboard/actions/${action}`, {
    form: { lang: 'en', back: '/dashboard', ...form },
    headers,
  });
  return reply.text();
}

/**
 * A creator whose cause has collected 2,000 dollars that are released, with a bank account that nobody has verified. The browser
 * is signed in as the creator.
 */
export async function newCreator({ instance, emulator, page }: Stage) {
  const owner = newOwner('Olga Owner');
  await emulator.control('stripe/settlement', { releaseSeconds: 0 });
  const partner = partnerOf(instance, instance.demo.key);
  const { key } = await partner.publishCause({ title: 'A well for San Mateo', owner });
  const link = await partner.mint({ cause: key, amount: 2000, currency: 'USD' });
  await emulator.confirm(await partner.startPayment(link.id), 'pm_card_visa');
  await partner.waitFor(link.id, 'completed');
  await signInAs({ instance, page }, owner.email, '/dashboard');
  const added = await post({ instance, page }, 'bank_account.add', {
    country: 'US',
    currency: 'USD',
    bankName: BANK,
    routingNumber: '021000021',
    accountType: 'savings',
    accountNumber: '001-2345 6789',
    holderName: HOLDER,
    holderDocument: DOCUMENT,
  });
  expect(added).toContain('Bank account added.');
  return { ...owner, key };
}

/** Staff open the bank account that waits for verification, and return its path. */
export async function openWaitingAccount({ instance, page }: Omit<Stage, 'emulator'>): Promise<string> {
  await page.goto(`${instance.baseUrl}${STAFF}/withdrawals`);
  const accounts = page.getByRole('region', { name: 'Bank accounts to verify' });
  await accounts.getByRole('row', { name: HOLDER }).last().getByRole('rowheader').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bank account');
  return new URL(page.url()).pathname;
}

/** Staff verify the open bank account as they have to: they look at number and document, and keep a link as evidence. */
export async function verifyOpenAccount(page: Page, holderDocument: string): Promise<void> {
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByLabel('Copy it now: it is shown only once')).toHaveValue(new RegExp(` · ${holderDocument}$`));
  await page.getByLabel('Evidence: link').fill('https://bank.example.org/letters/1');
  await page.getByRole('button', { name: 'Verify account' }).click();
  await expect(page.getByText('Bank account verified.')).toBeVisible();
}

/** The creator who is signed in requests withdrawals of so many dollars; the money has to have arrived. */
export async function requestWithdrawals(
  stage: Omit<Stage, 'emulator'>,
  key: string,
  bankAccountId: string,
  amounts: number[],
): Promise<void> {
  for (const amount of amounts) {
    const form = {
      key,
      once: randomUUID(),
      locale: 'en',
      amount: String(amount),
      bankAccountId,
      reason: 'Pipes',
    };
    const said = /Your withdrawal was approved|We received your request/;
    await expect.poll(() => post(stage, 'withdrawal.request', form)).toMatch(said);
  }
}

/** A creator with withdrawals of so many dollars to a verified bank account. The browser is signed in as new staff. */
export async function newWithdrawals(stage: Stage, amounts: number[]) {
  const { instance, page } = stage;
  const creator = await newCreator(stage);
  await signInAs(stage, await newStaff(instance, 'Vera Verifier'), `${STAFF}/withdrawals`);
  const account = await openWaitingAccount(stage);
  await verifyOpenAccount(page, DOCUMENT);
  await signInAs(stage, creator.email, '/dashboard');
  await requestWithdrawals(stage, creator.key, account.split('/').at(-1) ?? '', amounts);
  const staff = await newStaff(instance);
  await signInAs(stage, staff, '/dashboard');
  return { ...creator, account, staff };
}
