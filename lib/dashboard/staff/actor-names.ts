import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import type { ActorName } from './list-view.ts';

/** Names and addresses of accounts by id. Other actors (the console, the service) are not found here. */
export async function actorNames(ids: readonly (string | null)[]): Promise<(id: string) => ActorName> {
  const accounts = await db().account.findMany({
    where: { id: { in: [...new Set(ids.filter((id) => id !== null))] } },
    select: { id: true, name: true, email: true },
  });
  const known = new Map(accounts.map(({ id, name, email }) => [id, { id, name, email: readableEmail(email) }]));
  return (id) => known.get(id) ?? { id, name: null, email: null };
}
