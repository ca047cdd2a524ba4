import ipaddr from 'ipaddr.js';
import { networkOf } from '#lib/addresses.ts';
import { db, type Tx } from '#lib/db.ts';
import { authCode } from '#lib/sessions/secret.ts';

/** How long it is known which network asked for a link's card form, in milliseconds: as long as a link lives by default. */
const KEPT_MS = 86_400_000;
/** Enough of a keyed hash to tell networks apart, in bytes. */
const HASH_BYTES = 16;
/**
 * Addresses that are nobody's on the internet. A donor has none of them: what asks from one is a proxy that nobody has
 * listed, and behind it everybody would count as one.
 */
const NOBODYS = ['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * The network behind an address as it is stored: a keyed hash, which tells nobody the address. Undefined where the address
 * is not known, or is no donor's.
 */
export async function callerNetwork(address: string | undefined): Promise<string | undefined> {
  const network = networkOf(address ?? '');
  if (address === undefined || network === undefined) return undefined;
  if (NOBODYS.includes(ipaddr.process(address).range())) return undefined;
  return (await authCode('network of a donor', network)).subarray(0, HASH_BYTES).toString('base64url');
}

/** Notes who asks for a link's card form; whoever asked before is forgotten. */
export async function noteCaller(linkId: string, network: string | undefined, now: Date): Promise<void> {
  if (network === undefined) return;
  const caller = { network, askedAt: now };
  await db().cardCaller.upsert({ where: { linkId }, create: { linkId, ...caller }, update: caller });
}

/** Who asked for a link's card form last; undefined where nobody is known. */
export async function callerOfLink(linkId: string, tx: Tx = db()): Promise<string | undefined> {
  return (await tx.cardCaller.findUnique({ where: { linkId } }))?.network;
}

/** Deletes what networks were noted for longer than they are needed, with every trace of them. */
export async function forgetCallers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db().cardCaller.deleteMany({ where: { askedAt: { lt: before } } });
  await db().decline.updateMany({
    where: { network: { not: null }, declinedAt: { lt: before } },
    data: { network: null },
  });
  await db().cardPause.deleteMany({ where: { endsAt: { lt: before } } });
}
