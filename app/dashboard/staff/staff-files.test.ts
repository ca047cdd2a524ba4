import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { FRESH_SECONDS } from '#lib/sessions/session.ts';
import { revealBankAccount, verifyBankAccount } from '#lib/withdrawals/bank-accounts.ts';
import { createBatch, startBatch } from '#lib/withdrawals/batches.ts';
import { changeWithdrawal } from '#lib/withdrawals/change.ts';
import { accountOf, signIn } from '#testing/browser-session.ts';
import { donation } from '#testing/ledger.ts';
import { pictureFile } from '#testing/pictures.ts';
import { runningService } from '#testing/running-service.ts';
import { creatorWith, staffMember, storedBankAccount } from '#testing/withdrawals.ts';

const { service } = runningService();
const STAFF = 'files@example.org';
/** Each file with the page that offers it, below the pages of staff, and whether it has what is secret. */
let files: { path: string; page: string; isSecret: boolean }[];
let creator: string;

beforeAll(async () => {
  await accountOf(STAFF, 'staff');
  const { ask, creator: owner, staff } = await creatorWith(2000);
  const { email } = await db().account.findUniqueOrThrow({ where: { id: owner.id } });
  creator = email;
  const now = new Date();
  await changeWithdrawal(staff, (await ask(600)).id, 'approve', null, now);
  const batch = await createBatch(staff, 'USD', now);
  await startBatch(staff, batch, now);
  const account = await storedBankAccount(owner, 'USD');
  const verifier = await staffMember();
  await revealBankAccount(verifier, account);
  const file = await pictureFile({ width: 20, height: 20, format: 'png' });
  await verifyBankAccount(verifier, account, { note: null, evidence: { file } }, now);
  const given = await donation((await creatorWith(0)).key, { amountMajor: 20 });
  await db().payment.update({ where: { id: given }, data: { donorEmail: 'rosa@example.org' } });
  files = [
    { path: `withdrawals/batches/${batch}/csv`, page: `withdrawals/batches/${batch}`, isSecret: true },
    { path: `bank-accounts/${account}/evidence`, page: `bank-accounts/${account}`, isSecret: true },
    { path: `donors/${given}/export`, page: `donors/${given}`, isSecret: true },
    { path: `creators/${owner.id}/export`, page: `creators/${owner.id}`, isSecret: true },
    { path: 'export/payments', page: 'payments', isSecret: false },
    { path: 'export/batches', page: 'withdrawals/batches', isSecret: false },
  ];
});

const read = (path: string, cookie?: string) =>
  service.call(`/dashboard/staff/${path}`, { headers: cookie === undefined ? {} : { cookie } });
const goesTo = ({ status, headers }: Awaited<ReturnType<typeof read>>) => {
  const to = new URL(headers.get('location') ?? '/', service.url);
  return [status, to.pathname, to.searchParams.get('to')];
};

test('files of staff are for staff who are signed in', async () => {
  const [ofStaff, ofCreator] = [await signIn(STAFF), await signIn(creator)];
  for (const { path, page } of files) {
    expect(goesTo(await read(path))).toEqual([303, '/sign-in', `/dashboard/staff/${page}`]);
    expect((await read(path, ofCreator)).status).toBe(404);
    expect((await read(path, ofStaff)).status).toBe(200);
  }
});

test('those with account numbers and documents, or all that is stored of a donor, need a fresh sign-in, and nobody else learns that they exist', async () => {
  const [ofStaff, ofCreator] = [await signIn(STAFF), await signIn(creator)];
  await db().session.updateMany({ data: { provenAt: new Date(Date.now() - FRESH_SECONDS * 1000) } });
  const exports = await db().auditEntry.count({ where: { action: 'batch.export' } });
  for (const { path, page, isSecret } of files) {
    const reply = await read(path, ofStaff);
    if (isSecret) expect(goesTo(reply)).toEqual([303, '/sign-in/prove', `/dashboard/staff/${page}`]);
    else expect(reply.status).toBe(200);
    expect((await read(path, ofCreator)).status).toBe(404);
  }
  expect(await db().auditEntry.count({ where: { action: 'batch.export' } })).toBe(exports);
});

test('the days of a file are those of its page: in the zone of the account, else of the browser', async () => {
  const cookie = await signIn(STAFF);
  // The evening of the 14th in Bogotá.
  const at = new Date('1971-03-15T02:30:00Z');
  const entry = {
    id: 'aud_evening',
    actor: 'console',
    action: 'x.y',
    subject: 'evening',
    outcome: 'done',
    data: {},
    at,
  };
  await db().auditEntry.create({ data: entry });
  const days = 'export/audit?from=1971-03-14&to=1971-03-14';
  const isIn = async (own: string) => (await read(days, own)).text.includes('evening');
  expect(await isIn(cookie)).toBe(false);
  expect(await isIn(`${cookie}; time_zone=America%2FBogota`)).toBe(true);
  await db().account.updateMany({ where: { email: STAFF }, data: { timeZone: 'Asia/Tokyo' } });
  expect(await isIn(`${cookie}; time_zone=America%2FBogota`)).toBe(false);
});

test('whoever has to sign in for the file of a list finds it narrowed as before', async () => {
  const [status, path, to] = goesTo(await read('export/payments?show=refund_due&q=a%20b&lang=es&columns=semicolon'));
  expect([status, path, to]).toEqual([303, '/sign-in', '/dashboard/staff/payments?show=refund_due&q=a+b&lang=es']);
});

test('a file of days that there are not is refused, and is not one of all days', async () => {
  const cookie = await signIn(STAFF);
  for (const query of ['from=30/11/2026', 'from=2026-11-01&to=2026-11-31']) {
    const { status, body } = await read(`export/payments?${query}`, cookie);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must be a day such as 2026-11-30.')]);
  }
});
