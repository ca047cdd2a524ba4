import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
// @module-tag full

import { type ChildProcess, execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { db } from '#lib/db.ts';
import { newDataKey, readDataKeys } from '#lib/env/data-keys.ts';
import { env } from '#lib/env.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { intentOf, openLink, pay, publishedCause } from '#testing/factories.ts';
import { mailsTo } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { runningServer } from '../postgres-cluster.ts';
import { COMMANDS } from './commands.ts';

// A test starts up to a dozen processes.
vi.setConfig({ testTimeout: 600_000 });

const { service, partner } = runningService();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-'));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
});

type Run = { exitCode: number; stdout: string; stderr: string };

/** Runs the console as an operator would, on the service's database. */
function run(...args: string[]): Promise<Run> {
  return begin(...args).ended;
}

/** Begins to run it. */
function begin(...args: string[]): { child: ChildProcess; ended: Promise<Run> } {
  return beginIn({ DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir }, args);
}

function beginIn(settings: Record<string, string>, args: string[]): { child: ChildProcess; ended: Promise<Run> } {
  const environment = { ...process.env, ...settings };
  const { promise: ended, resolve } = Promise.withResolvers<Run>();
  const child = execFile(
    process.execPath,
    ['scripts/console.ts', ...args],
    { env: environment },
    (_error, stdout, stderr) => resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs a command that must work: one JSON document on stdout. Returns it. */
async function answer(...args: string[]) {
  const { exitCode, stdout, stderr } = await run(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** Expects a mistake: one line on stderr that names the flag, nothing on stdout, exit 1. */
function expectMistake({ exitCode, stdout, stderr }: Run, named: string): void {
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(named);
  expect(stderr).not.toMatch(/ at .*\.ts|prisma/i);
}

/** The same command without its process, which costs a second to start. */
function act(name: string, flags: Record<string, string>) {
  const command = COMMANDS[name];
  if (!command) throw new Error(`there is no command ${name}`);
  return command.prepare(flags)(new Date());
}

test('a client with a valid address is mailed about its keys; a key that needs two people is audited as made without the second', async () => {
  expectMistake(
    await run('client', 'create', '--name', 'N', '--contact-email', 'tech at example.org'),
    '--contact-email',
  );
  const contact = ['--contact-email', 'tech@manos.example'];
  const { id, contact_email } = await answer('client', 'create', '--name', 'Manos', ...contact);
  expect(contact_email).toBe('tech@manos.example');
  const keyWith = async (permissions: string) => {
    const { id: keyId, key } = await answer('key', 'create', '--client', id, '--permissions', permissions);
    const entry = await db().auditEntry.findFirstOrThrow({ where: { subject: keyId } });
    return { data: entry.data, works: (await service.call('/v1/causes/none', { key })).status !== 401 };
  };
  expect(await keyWith('cause:read,causes:set_fee')).toEqual({
    data: { withoutSecondPerson: true },
    works: true,
  });
  expect(await keyWith('cause:read')).toEqual({ data: {}, works: true });
  expect(await mailsTo('tech@manos.example')).toEqual(['key_created', 'key_created']);
});

test('client create and client update: what donors and receipts read of a client', async () => {
  const about = {
    legal_name: 'Fundación Ñandú',
    terms_url: 'https://example.org/terms',
    privacy_url: 'https://example.org/privacy',
    support_email: 'hola@example.org',
    tax_id: 'NIT 900.123.456-7',
    deductible: 'yes',
    deductible_note: 'Deducible según el artículo 257.',
  };
  const flags = Object.fromEntries(Object.entries(about).map(([key, value]) => [key.replaceAll('_', '-'), value]));
  expect(await act('client create', { name: 'Ñandú', ...flags })).toMatchObject(about);
  const { id } = (await act('client create', { name: 'Plain' })) as { id: string };
  expect(await act('client update', { id, ...flags })).toMatchObject({ name: 'Plain', ...about });
  expect(await act('client update', { id, deductible: 'no' })).toMatchObject({ ...about, deductible: 'no' });
});

test('client create and client update: the client with its agreement and its branding', async () => {
  const id = expect.stringMatching(/^clt_[0-9A-Za-z]{24}$/);
  const plain = await act('client create', { name: 'Plain' });
  expect(plain).toEqual({ id, name: 'Plain', fee_percent: 5, fee_model: 'plus_gateway_costs' });
  const branded = await answer(
    'client',
    'create',
    '--name',
    'Ñandú & Co',
    '--fee-percent',
    '3.25',
    '--fee-model',
    'all_inclusive',
    '--accent-color',
    '#00AA11',
    '--display-name',
    'Ñandú',
    '--logo-url',
    'https://example.org/l.svg',
  );
  const branding = { accent_color: '#00AA11', display_name: 'Ñandú', logo_url: 'https://example.org/l.svg' };
  expect(branded).toEqual({
    id,
    name: 'Ñandú & Co',
    fee_percent: 3.25,
    fee_model: 'all_inclusive',
    branding,
  });
  const changed = await answer('client', 'update', '--id', branded.id, '--fee-percent', '0', '--display-name', 'N');
  expect(changed).toEqual({ ...branded, fee_percent: 0, branding: { ...branding, display_name: 'N' } });
  // An empty value takes away what a client need not have.
  const cleared = await answer(
    'client',
    'update',
    '--id',
    branded.id,
    '--logo-url',
    '',
    '--display-name=',
    '--tax-id',
    '',
  );
  expect(cleared).toEqual({ ...changed, branding: { accent_color: branding.accent_color } });
});

test('key create: the key works at once and is shown once; key revoke: it stops at once', async () => {
  const created = await answer(
    'key',
    'create',
    '--client',
    partner.clientId,
    '--permissions',
    'cause:read, checkout_links:read',
    '--allowed-ips',
    '127.0.0.1,2001:db8::/32',
  );
  expect(created).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{24}$/),
    key: expect.stringMatching(/^cause_live_[0-9A-Za-z]{32}$/),
    permissions: ['cause:read', 'checkout_links:read'],
    allowed_ips: ['127.0.0.1', '2001:db8::/32'],
  });
  const use = async () => (await service.call('/v1/causes/none', { key: created.key })).status;
  expect(await use()).toBe(404);
  const revoked = await answer('key', 'revoke', '--id', created.id);
  expect(revoked).toEqual({ id: created.id, revoked_at: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(await use()).toBe(401);
  expect(await act('key revoke', { id: created.id })).toEqual(revoked);
  const entries = await db().auditEntry.findMany({ where: { subject: created.id } });
  expect(entries.map((entry) => entry.action).sort()).toEqual(['key.create', 'key.revoke']);
  expect(JSON.stringify(entries)).not.toContain(created.key);
});

test('account create: a creator by default; an address is taken once, whatever its case', async () => {
  const id = expect.stringMatching(/^acc_[0-9A-Za-z]{24}$/);
  const creator = await act('account create', { email: 'Carla@Example.org', name: 'Carla' });
  expect(creator).toEqual({ id, email: 'Carla@Example.org', role: 'creator' });
  const staff = await answer('account', 'create', '--email', 'staff@example.org', '--name', 'S', '--role', 'staff');
  expect(staff).toEqual({ id, email: 'staff@example.org', role: 'staff' });
  await expect(act('account create', { email: 'CARLA@example.org', name: 'C' })).rejects.toThrow('--email: ');
});

test('account update: changes the role and ends the account’s sessions', async () => {
  await act('account create', { email: 'Rita@example.org', name: 'Rita' });
  const { id: accountId } = await db().account.findUniqueOrThrow({ where: { emailKey: 'rita@example.org' } });
  const expiresAt = new Date(Date.now() + 60_000);
  await db().session.create({ data: { id: 'ses_rita', tokenHash: 'rita', accountId, expiresAt } });
  const changed = await act('account update', { email: 'rita@EXAMPLE.org', role: 'staff' });
  expect(changed).toEqual({ id: accountId, email: 'Rita@example.org', role: 'staff' });
  expect(await db().session.count({ where: { accountId } })).toBe(0);
  await expect(act('account update', { email: 'no@example.org', role: 'staff' })).rejects.toThrow('--email: ');
});

test('data encrypt: encrypts all values with the newest key, and lists those under a missing key', async () => {
  await db().serviceSecret.create({ data: { name: 'of-before', value: 'readable' } });
  const kept = async () => (await db().serviceSecret.findUniqueOrThrow({ where: { name: 'of-before' } })).value;
  const settings = env();
  const { dataKeys: older = readDataKeys(newDataKey()) } = settings;
  const newer = readDataKeys(newDataKey());
  const [{ id }] = newer;
  settings.dataKeys = [...newer, ...older];
  expect(await act('data encrypt', {})).toEqual({ key: id, encrypted: expect.any(Number), left: [] });
  expect(await kept()).toMatch(new RegExp(`^enc:v1:${id}:`));
  settings.dataKeys = older;

  // This process has the older key alone, and so has the console.
  const { exitCode, stdout, stderr } = await run('data', 'encrypt');
  expect(exitCode).toBe(1);
  expect(stderr).toBe(
    `DATA_ENCRYPTION_KEY lacks the key "${id}", which data of this database is encrypted with: add it back, after the newest.\n`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ key: 'test', encrypted: 0, left: [{ id }] });
  expect(await db().auditEntry.count({ where: { action: 'data.encrypt', subject: 'test' } })).toBe(1);
  settings.dataKeys = [...older, ...newer];
  await act('data encrypt', {});
  expect(await kept()).toMatch(/^enc:v1:test:/);
  settings.dataKeys = older;
});

test('cause publish and cause update: print the cause as its client reads it; allow any state change', async () => {
  const key = await publishedCause(service, partner, { external_reference: 'ours' });
  const changed = await answer(
    'cause',
    'update',
    '--key',
    key,
    '--state',
    'fraud',
    '--slug',
    'a-better-well',
    '--closes-at',
    '2030-01-01T00:00:00-05:00',
    '--hide-amounts',
    'true',
  );
  expect(changed).toMatchObject({
    key,
    state: 'fraud',
    slug: 'a-better-well',
    closes_at: '2030-01-01T05:00:00.000Z',
    owners: [{ email: 'owner@example.org' }],
    external_reference: 'ours',
  });
  expect(changed).not.toHaveProperty('totals');
  expect((await service.call(`/v1/causes/${key}`, { key: partner.key })).body).toEqual(changed);
  expect(await answer('cause', 'publish', '--key', key)).toEqual({ ...changed, state: 'published' });
  // The first change was of the state and of more.
  expect(await db().auditEntry.count({ where: { subject: key } })).toBe(3);
  const other = await publishedCause(service, partner);
  await expect(act('cause update', { key: other, slug: 'a-better-well' })).rejects.toThrow('--slug: ');
  expect(await act('cause update', { key, 'closes-at': '' })).not.toHaveProperty('closes_at');
});

test('link cancel: cancels the link unless it is completed. payment list: lists its payments', async () => {
  const cause = await publishedCause(service, partner);
  const link = await openLink(service, partner, { cause });
  expect(await answer('link', 'cancel', '--id', link.id)).toEqual({ ...link, status: 'cancelled' });
  const paid = await openLink(service, partner, { cause });
  await pay(service, await intentOf(service, paid.id));
  await expect(act('link cancel', { id: paid.id })).rejects.toThrow('--id: ');
  const { body } = await service.call(`/v1/checkout_links/${paid.id}`, { key: partner.key });
  expect(body.status).toBe('completed');
  expect(await answer('payment', 'list', '--link', paid.id)).toEqual([
    expect.objectContaining({
      id: body.payment_id,
      state: 'approved',
      rail: 'card',
      amount: 50,
      currency: 'USD',
    }),
  ]);
  expect(await act('payment list', { link: link.id })).toEqual([]);
});

test('an error names its flag, also when only the database shows the mistake', async () => {
  expectMistake(await run('client', 'create', '--nmae', 'N'), '--nmae');
  expectMistake(await run('key', 'revoke', '--id', 'key_none'), '--id');
});

test.each<[string, string, Record<string, string>]>([
  ['client update', 'id', { id: 'clt_none', name: 'N' }],
  ['key create', 'client', { client: 'clt_none', permissions: 'cause:read' }],
  ['key revoke', 'id', { id: 'key_none' }],
  ['cause publish', 'key', { key: 'none' }],
  ['cause update', 'key', { key: 'a\0b', state: 'draft' }],
  ['link cancel', 'id', { id: 'chl_none' }],
  ['payment list', 'link', { link: 'chl_none' }],
])('%s of something that is not there names --%s', async (name, flag, flags) => {
  await expect(act(name, flags)).rejects.toThrow(`--${flag}: `);
});

test('pause list and pause lift: show and end a pause of card payments, audited with the reason', async () => {
  const [startedAt, endsAt] = [new Date(), new Date(Date.now() + 900_000)];
  const pause = { kind: 'cause', subject: 'a-cause', linkId: 'chl_1', declines: 50, approvals: 1 };
  await db().cardPause.create({ data: { id: 'cps_console', ...pause, startedAt, endsAt } });
  expect(await act('pause list', {})).toMatchObject([{ id: 'cps_console', cause: 'a-cause', declines: 50 }]);
  expect(await answer('pause', 'lift', '--id', 'cps_console', '--reason', 'A telethon')).toMatchObject({
    id: 'cps_console',
    kind: 'cause',
    lifted_at: expect.any(String),
  });
  expect(await act('pause list', {})).toEqual([]);
  await expect(act('pause lift', { id: 'cps_console', reason: 'Again' })).rejects.toThrow('--id: ');
  const entries = await db().auditEntry.findMany({ where: { subject: 'cps_console' } });
  expect(entries).toMatchObject([
    { actor: 'console', action: 'card_pause.lift', data: { reason: 'A telethon', before: {}, after: {} } },
  ]);
});

test('reconcile acknowledge: explains a difference; refuses one that is not there', async () => {
  const now = new Date();
  const amounts = { currency: 'USD', oursMinor: '0', theirsMinor: '100' };
  const difference = { about: 'unknown_movement', subject: 'txn_1', paymentId: null, ...amounts };
  const at = { from: now, to: now, startedAt: now, finishedAt: now, balances: [], differences: [difference] };
  await db().reconciliation.create({ data: { id: 'rec_console', gateway: 'stripe', routine: false, ...at } });
  const flags = { gateway: 'stripe', difference: 'unknown_movement USD 0 100 txn_1', reason: 'A fee' };
  // Of other amounts than somebody has seen, nothing is acknowledged.
  const changed = { ...flags, difference: 'unknown_movement USD 0 99 txn_1' };
  await expect(act('reconcile acknowledge', changed)).rejects.toThrow('--difference: ');
  expect(await act('reconcile acknowledge', flags)).toEqual({
    gateway: 'stripe',
    about: 'unknown_movement',
    subject: 'txn_1',
    payment: null,
    currency: 'USD',
    ours_minor: 0,
    theirs_minor: 100,
    reason: 'A fee',
  });
  await expect(act('reconcile acknowledge', flags)).rejects.toThrow('--difference: ');
  expect(() => act('reconcile acknowledge', { ...flags, gateway: 'x' })).toThrow('--gateway');
});

test('every change by the console is audited with what was before and after', async () => {
  const key = await publishedCause(service, partner);
  await act('cause update', { key, state: 'paused', 'hide-amounts': 'true' });
  await act('account create', { email: 'before@example.org', name: 'B' });
  const { id } = (await act('account update', { email: 'before@example.org', role: 'staff' })) as {
    id: string;
  };
  const link = await openLink(service, partner);
  for (const _twice of [1, 2]) await act('link cancel', { id: link.id });
  const entriesOf = (subject: string) =>
    db().auditEntry.findMany({
      where: { subject, actor: 'console' },
      // The two of one command may be of the same instant.
      orderBy: [{ action: 'asc' }, { at: 'asc' }, { outcome: 'desc' }],
      select: { action: true, data: true },
    });
  const dataOf = async (subject: string) => (await entriesOf(subject)).map(({ data }) => data);
  expect(await entriesOf(key)).toEqual([
    { action: 'cause.change_state', data: { before: { state: 'published' }, after: { state: 'paused' } } },
    { action: 'cause.edit', data: { before: { hideAmounts: false }, after: { hideAmounts: true } } },
  ]);
  expect(await dataOf(id)).toContainEqual({ before: { role: 'creator' }, after: { role: 'staff' } });
  // Before the gateway is asked, and once it is done.
  expect(await dataOf(link.id)).toEqual([{}, { before: { status: 'open' }, after: { status: 'cancelled' } }]);
});

test('ledger check: says whether the ledger agrees, else which cause differs and by how much', async () => {
  const cause = await publishedCause(service, partner);
  const { id: link } = await openLink(service, partner, { cause });
  await pay(service, await intentOf(service, link));
  await service.call('/checkout/confirmation', { body: { ref: link } });
  expect(await answer('ledger', 'check')).toEqual({ agrees: true });
  await db().payment.updateMany({ where: { linkId: link }, data: { refundedMinor: 1000n } });
  const mistake = await run('ledger', 'check');
  expectMistake(mistake, `of cause ${cause}: refund creator USD is 0, not 950 (by -950)`);
  expect(mistake.stderr).toContain(`totals ${cause}: USD is 5000, not 4000 (by 1000)`);
  await db().payment.updateMany({ where: { linkId: link }, data: { refundedMinor: 0n } });
});

test('reconcile run: prints both balances and every difference; refuses an impossible period', async () => {
  const { id: link } = await openLink(service, partner);
  await pay(service, await intentOf(service, link));
  await service.call('/checkout/confirmation', { body: { ref: link } });
  const { id: intent } = await service
    .stripe()
    .paymentIntents.create({ amount: 4200, currency: 'usd', allowed_payment_method_types: ['card'] });
  await pay(service, intent);
  const { agrees, gateways } = await answer('reconcile', 'run');
  expect(agrees).toBe(false);
  const instant = expect.stringMatching(/^\d{4}-.*Z$/);
  const [cards, ...others] = gateways;
  const [{ ours_minor: ours }] = cards.balances;
  const gap = { currency: 'USD', ours_minor: ours, theirs_minor: ours + 4048 };
  expect(cards).toEqual({
    gateway: 'stripe',
    from: instant,
    to: instant,
    state: 'finished',
    problem: null,
    balances: [gap],
    differences: [
      {
        name: `unknown_payment USD 0 4048 ${intent}`,
        about: 'unknown_payment',
        subject: intent,
        payment: null,
        currency: 'USD',
        ours_minor: 0,
        theirs_minor: 4048,
      },
      { name: 'balance USD 4048 USD', about: 'balance', subject: 'USD', payment: null, ...gap },
    ],
  });
  expect(others).toMatchObject([
    { gateway: 'mercado-pago-co', state: 'finished', differences: [] },
    { gateway: 'mercado-pago-mx', state: 'finished', differences: [] },
  ]);
  const runs = await db().auditEntry.findMany({ where: { action: 'reconciliation.run', actor: 'console' } });
  expect(runs.map(({ outcome }) => outcome).sort()).toEqual(['done', 'started']);
  // What differs is logged as well, and the answer stays one document.
  process.env.LOG_LEVEL = 'error';
  const { stdout, stderr } = await run('reconcile', 'run');
  process.env.LOG_LEVEL = 'silent';
  expect(JSON.parse(stdout)).toMatchObject({ agrees: false });
  expect(stderr).toContain('the books of a gateway do not agree');
  // Once all is explained, the next real difference is the one that counts.
  const named = { gateway: 'stripe', reason: 'A test charge' };
  for (const { name } of cards.differences) await act('reconcile acknowledge', { ...named, difference: name });
  expect(await answer('reconcile', 'run')).toMatchObject({
    agrees: true,
    gateways: [
      {
        differences: ['unknown_payment', 'balance'].map((about) => ({
          about,
          acknowledged: { by: 'console', reason: 'A test charge', at: instant },
        })),
      },
      {},
      {},
    ],
  });
  await service.stripe().refunds.create({ payment_intent: intent, amount: 100 });
  expect(await answer('reconcile', 'run')).toMatchObject({ agrees: false });
  const chosen = await act('reconcile run', { from: '2026-01-02', to: '2026-01-03' });
  expect(chosen).toMatchObject({
    gateways: Array(3).fill({ from: '2026-01-02T00:00:00.000Z', to: '2026-01-03T23:59:59.999Z' }),
  });
  expectMistake(await run('reconcile', 'run', '--from', 'last week'), '--from');
  expectMistake(await run('reconcile', 'run', '--from', '2026-01-03', '--to', '2026-01-02'), '--to');
});

test('reconcile run: a failing gateway is reported, left to the worker, and does not stop the others', async () => {
  await service.control('stripe/gateway_down');
  const result = await act('reconcile run', {});
  await service.control('stripe/gateway_up');
  expect(result).toMatchObject({
    agrees: false,
    gateways: [
      { gateway: 'stripe', state: 'failed', problem: expect.any(String), differences: [] },
      { gateway: 'mercado-pago-co', state: 'finished' },
      { gateway: 'mercado-pago-mx', state: 'finished' },
    ],
  });
  await service.runJobs();
  const left = await db().reconciliation.count({ where: { gateway: 'stripe', finishedAt: null } });
  expect(left).toBe(0);
});

test('cause recount: corrects the stored totals of causes that the check reported', async () => {
  const cause = await publishedCause(service, partner);
  await db().causeTotal.create({
    data: { causeKey: cause, shard: 0, collected: 12.5, contributions: 2, contributors: 1 },
  });
  const mistake = await run('ledger', 'check');
  expectMistake(mistake, `collected ${cause}: USD is 1250, not 0 (by 1250)`);
  expect(mistake.stderr).toContain(`contributions ${cause}: is 2, not 0 (by 2)`);
  expect(await answer('cause', 'recount')).toEqual({ causes: expect.any(Number) });
  expect(await answer('ledger', 'check')).toEqual({ agrees: true });
});

test('person export and erase, of a donor: print what is stored and how much went, and name what stands against it', async () => {
  const email = 'rosalinda@example.org';
  const { id: link } = await openLink(service, partner, { email });
  await pay(service, await intentOf(service, link));
  await service.call('/checkout/confirmation', { body: { ref: link } });
  const { id: payment } = await db().payment.findFirstOrThrow({ where: { linkId: link } });
  const dispute = (disputedMinor: bigint) => db().payment.update({ where: { id: payment }, data: { disputedMinor } });
  const erase = ['person', 'erase', '--email', email];
  await dispute(1n);
  expectMistake(
    await run(...erase),
    `--email: These payments are in progress, disputed, or on their way back: ${payment}`,
  );
  await dispute(0n);
  expect(await answer('person', 'export', '--email', email)).toMatchObject({
    donor: { email, payments: [{ id: payment, email }] },
    creator: null,
  });
  expect(await answer(...erase)).toEqual({ donor: { payments: 1, links: 1, mails: 1, notes: 0 }, creator: null });
  expectMistake(await run(...erase), '--email: nothing is stored of this address');
  expectMistake(await run('person', 'export', '--email', email), '--email: nothing is stored of this address');
  for (const action of ['donor.export', 'donor.erase'])
    expect(await db().auditEntry.count({ where: { action, actor: 'console', subject: payment } })).toBe(1);
});

test('person export and erase, of a creator: by the address of the account, for both that a person is or for neither', async () => {
  const email = 'leaving@example.org';
  const { id } = (await act('account create', { email, name: 'Leaving', role: 'staff' })) as { id: string };
  const { id: link } = await openLink(service, partner, { email });
  const reason = 'A letter of 3 May';
  const erase = () => act('person erase', { email, reason });
  expect(await act('person export', { email })).toMatchObject({
    donor: { links: [{ id: link }] },
    creator: { account: { id, email }, causes: [] },
  });
  await expect(erase()).rejects.toThrow('--email: The account is one of staff');
  expect(await db().checkoutLink.findUniqueOrThrow({ where: { id: link } })).toMatchObject({ email });
  await act('account update', { email, role: 'creator' });
  expect(await erase()).toMatchObject({ donor: { links: 1 }, creator: { bankAccounts: 0, notes: 0 } });
  await expect(erase()).rejects.toThrow('--email: nothing is stored of this address.');
  for (const action of ['creator.export', 'creator.erase'])
    expect(await db().auditEntry.count({ where: { action, actor: 'console', subject: id } })).toBe(1);
});

test('backup create, verify and restore: a file that only a key opens, tried on a database of its own', async () => {
  const { id: link } = await openLink(service, partner);
  await pay(service, await intentOf(service, link));
  await service.call('/checkout/confirmation', { body: { ref: link } });
  const file = join(dataDir, 'today.backup');
  expectMistake(await run('backup', 'create', '--file', join(dataDir, 'none', 'x')), '--file: there is no such folder');
  const belowFile = join(import.meta.filename, 'x');
  expectMistake(
    await run('backup', 'create', '--file', belowFile),
    '--file cannot be written: a part of it is a file.',
  );
  expectMistake(
    await run('backup', 'create', '--file', join(dataDir, 'x'.repeat(300))),
    '--file cannot be written: a name in it is too long.',
  );
  expect(await answer('backup', 'create', '--file', file)).toEqual({ file, bytes: expect.any(Number) });
  expectMistake(await run('backup', 'create', '--file', file), '--file: there is such a file already');
  const verified = await answer('backup', 'verify', '--file', file);
  expect(verified).toEqual({ file, created_at: expect.stringMatching(/Z$/), rows: expect.any(Number), agrees: true });
  expectMistake(await run('backup', 'restore', '--file', file), 'The database is in use.');
  expectMistake(await run('backup', 'verify', '--file', join(dataDir, 'other')), '--file: There is no such file.');
  expect(await db().auditEntry.count({ where: { action: 'backup.create', subject: 'today.backup' } })).toBe(1);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'backup create that %s interrupts leaves no file, even while it waits for a table',
  async (signal) => {
    const folder = join(dataDir, signal);
    await mkdir(folder);
    const file = join(folder, 'today.backup');
    const migration = await connectAsOwner();
    try {
      await migration.query('BEGIN; LOCK TABLE payments');
      const { child, ended } = begin('backup', 'create', '--file', file);
      await expect.poll(() => existsSync(`${file}.new`), { timeout: 120_000 }).toBe(true);
      child.kill(signal);
      expectMistake(await ended, 'Interrupted before it had ended.');
    } finally {
      await migration.end();
    }
    expect(readdirSync(folder)).toEqual([]);
    expect(await answer('backup', 'create', '--file', file)).toMatchObject({ file });
  },
);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that %s interrupts leaves no database running that it has started',
  async (signal) => {
    const home = join(dataDir, `embedded-${signal}`);
    const { child, ended } = beginIn({ DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: home }, ['ledger', 'check']);
    const server = () => runningServer(join(home, 'postgres'));
    await expect.poll(server, { timeout: 120_000 }).toBeTruthy();
    child.kill(signal);
    // A command that fails says too that it was tried on a new database.
    expectMistake(await ended, `Interrupted before it had ended. (There was no database in ${home}: this one is new.`);
    expect(await server()).toBeFalsy();
  },
);

test('a database that the console had to make is said to be new, and is not backed up', async () => {
  const home = join(dataDir, 'elsewhere');
  const runThere = (...args: string[]) =>
    beginIn({ DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: home }, args).ended;
  const { exitCode, stderr } = await runThere('ledger', 'check');
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`There was no database in ${home}: this one is new.`);
  expectMistake(await runThere('backup', 'create'), 'There is nothing to back up');
  expect(existsSync(join(home, 'backups'))).toBe(false);
});

test('backup create and verify without a file: a new one in the data directory, and the newest there', async () => {
  expectMistake(await run('backup', 'verify'), '--file: there is no backup in ');
  await answer('backup', 'create');
  const { file } = (await answer('backup', 'create')) as { file: string };
  expect(dirname(file)).toBe(join(dataDir, 'backups'));
  // A backup that was killed has left its name.
  writeFileSync(join(dirname(file), '2999-01-01T000000.000Z.backup'), '');
  // An earlier one of another name stands last in the folder.
  const [earlier = ''] = readdirSync(dirname(file)).toSorted();
  renameSync(join(dirname(file), earlier), join(dirname(file), 'zero.backup'));
  expect(await answer('backup', 'verify')).toMatchObject({ file, agrees: true });
  expectMistake(await run('backup', 'create', '--file='), '--file is missing');
});
