import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { asOwner } from '#testing/as-owner.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { UsageError } from './command.ts';
import { readCommand } from './read-command.ts';

ownDatabase();

/** Runs a command as the console does. */
const run = async (...args: string[]) => readCommand(args)(new Date()) as Promise<{ id: string }>;

/** What is thrown. */
function refusalOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

describe('what cannot be audited is not done:', () => {
  let client: string;
  let before: unknown;
  const stored = () => Promise.all([db().client.count(), db().apiKey.count(), db().account.count()]);
  beforeEach(async () => {
    ({ id: client } = await run('client', 'create', '--name', 'N'));
    before = await stored();
    await asOwner(`CREATE FUNCTION no_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$`);
    await asOwner(`CREATE TRIGGER no_audit BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION no_audit()`);
  });
  afterEach(async () => {
    await asOwner('DROP FUNCTION no_audit CASCADE');
  });

  test.each([
    ['client', 'create', '--name', 'N'],
    ['key', 'create', '--permissions', 'checkout_links:write'],
    ['account', 'create', '--email', 'rita@example.org', '--name', 'Rita'],
    ['data', 'encrypt'],
    ['reconcile', 'run'],
    ['cause', 'recount'],
  ])('%s %s', async (...args) => {
    const about = args[0] === 'key' ? ['--client', client] : [];
    const readable = { where: { name: 'of-before' } };
    await db().serviceSecret.createMany({ data: { name: 'of-before', value: 'readable' }, skipDuplicates: true });
    await expect(run(...args, ...about)).rejects.toThrow('no room');
    expect(await stored()).toEqual(before);
    expect(await db().serviceSecret.findFirst(readable)).toMatchObject({ value: 'readable' });
    expect(await db().reconciliation.count()).toBe(0);
  });
});

test('a command of many transactions leaves an entry before it starts, and one with what came of it', async () => {
  await run('cause', 'recount');
  const entries = await db().auditEntry.findMany({ where: { action: 'cause.recount' }, select: { outcome: true } });
  expect(entries.map(({ outcome }) => outcome).sort()).toEqual(['done', 'started']);
});

test('what changes nothing is neither audited nor does it end a session', async () => {
  const { id } = await run('account', 'create', '--email', 'rita@example.org', '--name', 'Rita');
  const expiresAt = new Date(Date.now() + 60_000);
  await db().session.create({ data: { id: newId('session'), tokenHash: 'rita', accountId: id, expiresAt } });
  const before = await db().auditEntry.count();
  const same = { id, email: 'rita@example.org', role: 'creator' };
  expect(await run('account', 'update', '--email', 'rita@example.org', '--role', 'creator')).toEqual(same);
  expect(await db().session.count({ where: { accountId: id } })).toBe(1);
  const none = { id, email: 'rita@example.org', removed: 0 };
  expect(await run('passkey', 'remove', '--email', 'rita@example.org', '--reason', 'Lost')).toEqual(none);
  expect(await db().auditEntry.count()).toBe(before);
});

test.each<[string[], string]>([
  [['constructor'], 'Unknown command "constructor".'],
  [['__proto__'], 'Unknown command "__proto__".'],
  [['toString', ''], 'Unknown command "toString".'],
  [['cause', 'update', '--key', 'x', '2026.11'], "cause update: Unexpected argument '2026.11'. It takes: --key,"],
  [['cause', 'update', '--key', 'x', 'a.\nb'], "cause update: Unexpected argument 'a. b'. It takes: --key,"],
  [['cause', 'update', '--x.y', 'x'], "cause update: Unknown option '--x.y'. It takes: --key,"],
  [['cause', 'update', '--key'], 'cause update: Option '],
  [['ledger', 'check', '--help'], "ledger check: Unknown option '--help'. It takes no flags."],
  [['cause', 'update', '--key', '-x'], "cause update: Option '--key' argument is ambiguous. It takes: --key,"],
  [['cause', 'update', '--key', 'x', '--state', 'paused', '--state=fraud'], 'cause update: --state is given twice.'],
  [['client', 'update', '--id', 'clt_1'], 'Nothing to change: give --name,'],
])('%j is refused before anything is done', (args, message) => {
  const refused = refusalOf(() => readCommand(args));
  expect(refused).toBeInstanceOf(UsageError);
  expect(refused.message).toContain(message);
  expect(refused.message).not.toContain('\n');
});
