import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { grantToService, roleAt } from '#scripts/database-roles.ts';
import { connectAsOwner } from './as-owner.ts';

const MIGRATIONS = 'prisma/migrations';

/**
 * The SQL of all migrations, split at the one whose folder ends in `name`, to test its effect on existing rows.
 * @throws Error when there is no such migration
 */
export function migrationsAround(name: string): { before: string[]; itself: string; after: string[] } {
  const folders = readdirSync(MIGRATIONS)
    .filter((folder) => /^\d+_/.test(folder))
    .sort();
  const at = folders.findIndex((folder) => folder.endsWith(`_${name}`));
  const sql = folders.map((folder) => readFileSync(join(MIGRATIONS, folder, 'migration.sql'), 'utf8'));
  const itself = sql[at];
  if (itself === undefined) throw new Error(`There is no migration ${name}.`);
  return { before: sql.slice(0, at), itself, after: sql.slice(at + 1) };
}

/**
 * Recreates the test file's database by `work` as its owner, for example from before a migration. The service has its
 * rights again afterwards.
 */
export async function madeAnew(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = await connectAsOwner();
  try {
    await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await work(owner);
    await grantToService(owner, await roleAt(process.env.DATABASE_URL ?? ''));
  } finally {
    await owner.end();
  }
}

/**
 * Migrates the test file's database over rows of an earlier release: all migrations before the one whose folder ends in `name`,
 * then a cause (`old`) and what `write` adds, then the others.
 */
export async function migratedOver(name: string, write: (owner: pg.Client) => Promise<void>): Promise<void> {
  const { before, itself, after } = migrationsAround(name);
  await madeAnew(async (owner) => {
    for (const sql of before) await owner.query(sql);
    await owner.query(OLD_CAUSE);
    await write(owner);
    for (const sql of [itself, ...after]) await owner.query(sql);
  });
}

const OLD_CAUSE = `
  INSERT INTO clients (id, name) VALUES ('clt_old', 'Old');
  INSERT INTO accounts (id, email, email_key, name) VALUES ('acc_old', 'o@example.org', 'o@example.org', 'Olga');
  INSERT INTO causes (key, client_id, owner_id, slug, title, country, currency, fee_percent, fee_model,
      terms_accepted_at, terms_version, terms_accepted_ip)
    VALUES ('old', 'clt_old', 'acc_old', 'old', 'Old', 'us', 'USD', 4.5, 'plus_gateway_costs', now(), '1', '203.0.113.7')`;

/** Writes a link of 50 dollars, `chl_${id}`, of the cause of `migratedOver`, as every release had it. */
export async function writeOldLink(owner: pg.Client, id: string): Promise<void> {
  await owner.query(
    `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, expires_at)
       VALUES ($1, 'clt_old', 'old', 50, 'USD', 4.5, now() + interval '1 day')`,
    [`chl_${id}`],
  );
}
