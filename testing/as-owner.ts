import pg from 'pg';
import { inject } from 'vitest';

/** The database of the calling test file, as the owner of its tables. */
export function ownerUrl(): string {
  const { pathname } = new URL(process.env.DATABASE_URL ?? '');
  return Object.assign(new URL(inject('testServer').ownerUrl), { pathname }).href;
}

/** A connection with the rights of migrations. The caller ends it. */
export async function connectAsOwner(url = ownerUrl()): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Runs work as the owner of the tables. */
export async function asOwner(statement: string, url?: string): Promise<void> {
  const client = await connectAsOwner(url);
  await client.query(statement).finally(() => client.end());
}
