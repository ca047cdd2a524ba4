import { createHash } from 'node:crypto';
import { publicFeeModel } from '#lib/causes/fees.ts';
import { readPermissions } from '#lib/clients/client-input.ts';
import { AWAITING_APPROVAL, requiresKeyApproval } from '#lib/clients/key-approval.ts';
import { termsBetween } from '#lib/clients/terms.ts';
import { db } from '#lib/db.ts';
import { newestFirst } from '#lib/keyset.ts';
import { partsOf } from '#lib/policy/authorise.ts';
import { canHaveKeys } from '#lib/service-client.ts';
import type { ApiKey, Client } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { recentAudit } from './audit.ts';
import { type ListQuery, readChoice, searchText, withinDays } from './filters.ts';
import { cutTo, listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Cut, Listed } from './list-view.ts';

type FoundKey = ApiKey & { client: Client };

export type ClientRow = ReturnType<typeof clientRow>;
/** A client with its branding, and the values of its form. */
export type ClientDetail = NonNullable<Awaited<ReturnType<typeof findClient>>>;
/** A requested change of terms. Equal terms do not change. */
export type TermsDetail = NonNullable<ClientDetail['change']>;
export type KeyRow = ReturnType<typeof keyRow>;
/** A key with its creator and approver; null if no staff member did. */
export type KeyDetail = NonNullable<Awaited<ReturnType<typeof findKey>>>;
/** `waits`: for approval. `stops`: replaced by another, and working until `stopsAt`. */
type KeyState = 'waits' | 'works' | 'stops' | 'stopped';

/** The most keys shown of a client, newest first: keys are replaced over the years. */
const MAX_KEYS = 200;

/** Clients, newest first, or those whose name or id has a text. */
export async function clientList(query: ListQuery, now: Date): Promise<StaffList<Client, ClientRow>> {
  const text = searchText(query);
  return {
    where: {
      ...withinDays(query, 'createdAt'),
      ...(text === undefined ? {} : { id: { in: await findClientIds(text) } }),
    },
    orders: byTime('createdAt'),
    find: (where, paging) => db().client.findMany({ where, ...paging }),
    count: (where, paging) => db().client.count({ where, ...paging }),
    async present(clients) {
      const working = await countWorkingKeys(clients, now);
      return clients.map((client) => clientRow(client, working));
    },
  };
}

function clientRow(client: Client, working: ReadonlyMap<string, number>) {
  return { ...agreementOf(client), workingKeys: working.get(client.id) ?? 0 };
}

/** A page of that list. */
export async function listClients(query: ListQuery, now: Date): Promise<Listed<ClientRow>> {
  return listPage(await clientList(query, now), query);
}

/** Ids of clients with this id, or with a text in their name. There are few clients. */
export async function findClientIds(text: string): Promise<string[]> {
  const found = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM clients WHERE id = ${text} OR strpos(search_key(name), search_key(${text})) > 0`;
  return found.map(({ id }) => id);
}

/** Ids of keys with this id or name. */
async function findKeyIds(text: string): Promise<string[]> {
  const found = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM api_keys WHERE id = ${text} OR name <> '' AND search_key(name) = search_key(${text})`;
  return found.map(({ id }) => id);
}

/** Only the keys of these clients: counting within the list's query would read the keys of every client. */
async function countWorkingKeys(clients: Client[], now: Date): Promise<Map<string, number>> {
  const clientIds = clients.map(({ id }) => id);
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

/** A client with its branding and a change of its terms that has not ended; null if there is none. */
export async function findClient(actorId: string, id: string) {
  const client = await db().client.findUnique({ where: { id } });
  if (!client) return null;
  return {
    ...agreementOf(client),
    ...presentationOf(client),
    base: clientBase(client),
    /** A change of its terms that waits for a second person, or whose new contact waits for its day. */
    change: await findTermsChange(actorId, id),
    /** False for the service itself. */
    takesKeys: canHaveKeys(id),
  };
}

async function findTermsChange(actorId: string, clientId: string) {
  const change = await db().termsChange.findFirst({ where: { clientId, endedAt: null } });
  if (!change) return null;
  const { id, requestedBy, requestedAt, contactAt } = change;
  const parts = await partsOf(db(), 'client_terms.approve', actorId, { asked: requestedBy });
  return {
    id,
    requestedAt,
    /** When the approved new contact takes effect; null while it waits for a second person. */
    contactAt,
    ...termsBetween(change),
    by: (await actorNames([requestedBy]))(requestedBy),
    /** The viewer asked for it. */
    isOwn: parts.has('asked'),
  };
}

/** A hash of the form's values, by which the action detects that somebody else changed them since. */
export function clientBase(client: Client): string {
  const { name, feePercent, feeModel } = client;
  const values = [name, feePercent.toString(), feeModel, presentationOf(client)];
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

/** Whether a key works; `waits`: for approval. */
export const KEY_STATES = ['works', 'waits', 'stopped'] as const;

/** Keys, newest first: of all clients or of one, or those whose name or id is a text. */
export async function keyList(query: ListQuery, now: Date): Promise<StaffList<FoundKey, KeyRow>> {
  const [text, clientId] = [searchText(query), searchText(query, 'client')];
  const state = readChoice(query, 'state', KEY_STATES);
  return {
    where: {
      AND: [withinDays(query, 'createdAt'), state ? stateOf(now)[state] : {}],
      ...(text === undefined ? {} : { id: { in: await findKeyIds(text) } }),
      ...(clientId === undefined ? {} : { clientId }),
    },
    orders: byTime('createdAt'),
    find: (where, paging) => db().apiKey.findMany({ where, ...paging, include: { client: true } }),
    count: (where, paging) => db().apiKey.count({ where, ...paging }),
    present: (keys) => keys.map((key) => keyRow(key, now)),
  };
}

/** A page of that list. */
export async function listAllKeys(query: ListQuery, now: Date): Promise<Listed<KeyRow>> {
  return listPage(await keyList(query, now), query);
}

const stateOf = (now: Date) => {
  const isLater = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  return {
    works: { revokedAt: null, awaitsApproval: false, ...isLater },
    waits: { ...AWAITING_APPROVAL },
    stopped: { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] },
  };
};

/** The keys of a client, newest first. */
export async function listKeys(clientId: string, now: Date): Promise<Cut<KeyRow>> {
  const keys = await db().apiKey.findMany({
    where: { clientId },
    orderBy: newestFirst('createdAt', 'id'),
    take: MAX_KEYS + 1,
    include: { client: true },
  });
  return cutTo(
    MAX_KEYS,
    keys.map((key) => keyRow(key, now)),
  );
}

/** A key, with the viewer's possible decisions; null if there is none. */
export async function findKey(actorId: string, id: string, now: Date) {
  const key = await db().apiKey.findUnique({ where: { id }, include: { client: true, replaces: true } });
  if (!key) return null;
  const { createdBy, approvedBy } = key;
  const nameOf = await actorNames([createdBy, approvedBy]);
  return {
    ...keyRow(key, now),
    createdBy: createdBy === null ? null : nameOf(createdBy),
    approvedBy: approvedBy === null ? null : nameOf(approvedBy),
    history: await recentAudit(id),
    /** The viewer created it, and so cannot approve it. */
    isOwn: (await partsOf(db(), 'key.approve', actorId, { asked: createdBy })).has('asked'),
    /** A new key with the same permissions would need approval. */
    requiresApproval: requiresKeyApproval(readPermissions(key.permissions).known),
    ends: endedBy(key),
  };
}

/** The key that an approval ends, as `approveKey` does: one that is replaced and has no end yet. */
function endedBy({ replaces, overlapHours }: ApiKey & { replaces: ApiKey | null }) {
  if (replaces === null || overlapHours === null) return null;
  const { id, name, revokedAt, expiresAt } = replaces;
  return revokedAt === null && expiresAt === null ? { id, name, overlapHours } : null;
}

/** All clients by name, for a choice: there are few. */
export async function clientNames(): Promise<{ id: string; name: string }[]> {
  return db().client.findMany({ select: { id: true, name: true }, orderBy: { name: 'asc' }, take: 500 });
}

function agreementOf({ id, name, feePercent, feeModel, createdAt }: Client) {
  /** `feePercent`: 5 means 5%. */
  return { id, name, feePercent: feePercent.toNumber(), feeModel: publicFeeModel(feeModel), createdAt };
}

/** What donors see of a client, and whom it names to them and to us. */
function presentationOf(client: Client) {
  const { accentColor, displayName, logoUrl, contactEmail } = client;
  const { legalName, termsUrl, privacyUrl, supportEmail, taxId, deductible, deductibleNote } = client;
  return {
    accentColor,
    displayName,
    logoUrl,
    contactEmail,
    legalName,
    termsUrl,
    privacyUrl,
    supportEmail,
    taxId,
    deductible,
    deductibleNote,
  };
}

/** A key as lists show it. */
export function keyRow(key: FoundKey, now: Date) {
  const { id, name, clientId, client, allowedIps, createdAt, lastUsedAt, revokedAt, expiresAt } = key;
  const stopsAt = revokedAt ?? expiresAt;
  const hasStopped = revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now.getTime());
  const state: KeyState = hasStopped ? 'stopped' : key.awaitsApproval ? 'waits' : stopsAt ? 'stops' : 'works';
  return {
    id,
    /** What staff call it; empty for a key without a name. */
    name,
    clientId,
    clientName: client.name,
    allowedIps,
    createdAt,
    lastUsedAt,
    stopsAt,
    state,
    permissions: readPermissions(key.permissions).known,
  };
}
