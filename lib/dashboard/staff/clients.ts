import { createHash } from 'node:crypto';
import { publicFeeModel } from '#lib/causes/fees.ts';
import { readPermissions } from '#lib/clients/client-input.ts';
import { needsSecondPerson } from '#lib/clients/key-approval.ts';
import { takesKeys } from '#lib/clients/service-client.ts';
import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { isSamePerson } from '#lib/same-person.ts';
import type { ApiKey, Client } from '#prisma/generated/client.ts';
import type { ClientDetail, ClientRow, KeyDetail, KeyRow, Listed } from '../staff-view.ts';
import { actorNames } from './actor-names.ts';

const PAGE_SIZE = 50;
/** Keys shown of a client: they are replaced over the years, and the newest matter. */
const MAX_KEYS = 200;

/** Clients, the newest first. */
export async function listClients(after: Cursor | undefined, now: Date): Promise<Listed<ClientRow>> {
  const found = await db().client.findMany({
    where: olderThan(after, 'createdAt', 'id'),
    orderBy: newestFirst('createdAt', 'id'),
    take: PAGE_SIZE + 1,
  });
  const page = cutPage(found, PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }));
  const working = await countWorkingKeys(
    page.rows.map(({ id }) => id),
    now,
  );
  const rows = page.rows.map((client) => ({
    ...agreementOf(client),
    workingKeys: working.get(client.id) ?? 0,
  }));
  return { rows, after: page.after };
}

/** Of these clients alone: counted together with the list, the keys of all of them would be. */
async function countWorkingKeys(clientIds: string[], now: Date): Promise<Map<string, number>> {
  const works = {
    revokedAt: null,
    awaitsApproval: false,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  };
  const counts = await db().apiKey.groupBy({
    by: ['clientId'],
    where: { clientId: { in: clientIds }, ...works },
    _count: true,
  });
  return new Map(counts.map(({ clientId, _count }) => [clientId, _count]));
}

/** One client with its look; null where there is none. */
export async function findClient(id: string): Promise<ClientDetail | null> {
  const client = await db().client.findUnique({ where: { id } });
  if (!client) return null;
  const { accentColor, displayName, logoUrl, contactEmail } = client;
  return {
    ...agreementOf(client),
    accentColor,
    displayName,
    logoUrl,
    contactEmail,
    base: clientBase(client),
    takesKeys: takesKeys(id),
  };
}

/** A mark of everything that the form changes: whoever sends it back has seen this. */
export function clientBase(client: Client): string {
  const { name, feePercent, feeModel, accentColor, displayName, logoUrl, contactEmail } = client;
  const values = [name, feePercent.toString(), feeModel, accentColor, displayName, logoUrl, contactEmail];
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

/** The keys of a client, the newest first. */
export async function listKeys(clientId: string, now: Date): Promise<KeyRow[]> {
  const keys = await db().apiKey.findMany({
    where: { clientId },
    orderBy: newestFirst('createdAt', 'id'),
    take: MAX_KEYS,
    include: { client: true },
  });
  return keys.map((key) => keyRow(key, now));
}

/** One key, as a member of staff may decide about it; null where there is none. */
export async function findKey(actorId: string, id: string, now: Date): Promise<KeyDetail | null> {
  const key = await db().apiKey.findUnique({ where: { id }, include: { client: true } });
  if (!key) return null;
  const { createdBy, approvedBy } = key;
  const nameOf = await actorNames([createdBy, approvedBy]);
  return {
    ...keyRow(key, now),
    createdBy: createdBy === null ? null : nameOf(createdBy),
    approvedBy: approvedBy === null ? null : nameOf(approvedBy),
    isOwn: createdBy !== null && (await isSamePerson(db(), createdBy, actorId)),
    asksForTwo: needsSecondPerson(readPermissions(key.permissions).known),
  };
}

/** Every client by name, for choosing one: there are few. */
export async function clientNames(): Promise<{ id: string; name: string }[]> {
  return db().client.findMany({ select: { id: true, name: true }, orderBy: { name: 'asc' }, take: 500 });
}

function agreementOf({ id, name, feePercent, feeModel, createdAt }: Client) {
  return { id, name, feePercent: feePercent.toNumber(), feeModel: publicFeeModel(feeModel), createdAt };
}

/** A key as lists show it. */
export function keyRow(key: ApiKey & { client: Client }, now: Date): KeyRow {
  const { id, clientId, client, allowedIps, createdAt, lastUsedAt, revokedAt, expiresAt } = key;
  const stopsAt = revokedAt ?? expiresAt;
  const hasStopped = revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now.getTime());
  return {
    ...{ id, clientId, clientName: client.name, allowedIps, createdAt, lastUsedAt, stopsAt },
    state: hasStopped ? 'stopped' : key.awaitsApproval ? 'waits' : stopsAt ? 'stops' : 'works',
    permissions: readPermissions(key.permissions).known,
  };
}
