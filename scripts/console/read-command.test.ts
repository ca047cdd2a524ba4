import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { asOwner } from '#testing/as-owner.ts';
import { ownDatabase } from '#testing/ledger.ts';
import { readCommand } from './read-command.ts';

ownDatabase();

/** Runs a command as the console does. */
const run = async (...args: string[]) => readCommand(args)(new Date()) as Promise<{ id: string }>;

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
