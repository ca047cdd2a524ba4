import pg from 'pg';
import { inject } from 'vitest';

/** The database that the calling test file works in, as the owner of its tables. */
export function ownerUrl(): string {
  const { pathname } = new URL(process.env.DATABASE_URL ?? '');
  return Object.assign(new URL(inject('testServer').ownerUrl), { pathname }).href;
}

/** A connection to it, for what migrations may do and the service may not. Whoever asks ends it. */
export async function connectAsOwner(url = ownerUrl()): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Has the owner of the tables do something in it. */
export async function asOwner(statement: string, url?: string): Promise<void> {
  const client = await connectAsOwner(url);
  await client.query(statement).finally(() => client.end());
}
