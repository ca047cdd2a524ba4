import ipaddr from 'ipaddr.js';
import { db, type Tx } from '#lib/db.ts';
import { networkOf } from '#lib/ip-addresses.ts';
import { authCode } from '#lib/sessions/secret.ts';

/** How long the network that asked for a link's card form is stored, in milliseconds: as long as a link lives by default. */
const KEPT_MS = 86_400_000;
/** Enough bytes of a keyed hash to distinguish networks. */
const HASH_BYTES = 16;
/**
 * Address ranges that are not on the public internet. A request from one comes from a proxy that is not in the settings, and
 * all donors behind it would count as one.
 */
const NOT_PUBLIC = ['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * The stored form of an address's network: a keyed hash, from which the address cannot be derived. Undefined if the address
 * is unknown or not public.
 */
export async function callerNetwork(address: string | undefined): Promise<string | undefined> {
  const network = networkOf(address ?? '');
  if (address === undefined || network === undefined) return undefined;
  if (NOT_PUBLIC.includes(ipaddr.process(address).range())) return undefined;
  return (await authCode('network of a donor', network)).subarray(0, HASH_BYTES).toString('base64url');
}

/** Stores the network that requested a link's card form, replacing the previous one. */
export async function noteCaller(linkId: string, network: string | undefined, now: Date): Promise<void> {
  if (network === undefined) return;
  const caller = { network, askedAt: now };
  await db().cardCaller.upsert({ where: { linkId }, create: { linkId, ...caller }, update: caller });
}

/** The network that last requested a link's card form; undefined if unknown. */
export async function callerOfLink(linkId: string, tx: Tx = db()): Promise<string | undefined> {
  return (await tx.cardCaller.findUnique({ where: { linkId } }))?.network;
}

/** Deletes networks that were stored longer than needed, with every trace of them. */
export async function forgetCallers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db().cardCaller.deleteMany({ where: { askedAt: { lt: before } } });
  await db().decline.updateMany({
    where: { network: { not: null }, declinedAt: { lt: before } },
    data: { network: null },
  });
  await db().cardPause.deleteMany({ where: { endsAt: { lt: before } } });
}
