import ipaddr from 'ipaddr.js';
import { db, type Tx } from '#lib/db.ts';
import { networkOf, WIDE_BITS } from '#lib/ip-addresses.ts';
import { authCode } from '#lib/sessions/secret.ts';

const DAY_MS = 86_400_000;
/** How long the networks that asked for a link's card form are stored, in milliseconds: as long as a link lives by default. */
const KEPT_MS = DAY_MS;
/** How long a network is remembered for a card payment of its own that was approved, in milliseconds. */
const APPROVED_MS = 7 * DAY_MS;
/** Enough bytes of a keyed hash to distinguish networks. */
const HASH_BYTES = 16;
/**
 * Address ranges that are not on the public internet. A request from one comes from a proxy that is not in the settings, and
 * all donors behind it would count as one.
 */
const NOT_PUBLIC = ['unspecified', 'loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** The networks of a caller, as they are stored. */
export type CallerNetworks = {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  own: string;
  /** The /48 of an IPv6 address, all of which one customer can have; null for IPv4. */
  wide: string | null;
};

/**
 * The stored form of an address's networks: keyed hashes, from which the address cannot be derived. Undefined if the address
 * is unknown or not public.
 */
export async function callerNetworks(address: string | undefined): Promise<CallerNetworks | undefined> {
  const own = networkOf(address ?? '');
  if (address === undefined || own === undefined) return undefined;
  if (NOT_PUBLIC.includes(ipaddr.process(address).range())) return undefined;
  const wide = networkOf(address, WIDE_BITS) ?? own;
  return { own: await hashOf(own), wide: wide === own ? null : await hashOf(wide) };
}

async function hashOf(network: string): Promise<string> {
  return (await authCode('network of a donor', network)).subarray(0, HASH_BYTES).toString('base64url');
}

/** Stores the networks that requested a link's card form, replacing the previous ones. */
export async function recordCaller(linkId: string, networks: CallerNetworks | undefined, now: Date): Promise<void> {
  if (networks === undefined) return;
  const caller = { network: networks.own, wideNetwork: networks.wide, askedAt: now };
  await db().cardCaller.upsert({ where: { linkId }, create: { linkId, ...caller }, update: caller });
}

/** The networks that last requested a link's card form; undefined if unknown. */
export async function callerOfLink(linkId: string, tx: Tx = db()): Promise<CallerNetworks | undefined> {
  const caller = await tx.cardCaller.findUnique({ where: { linkId } });
  return caller ? { own: caller.network, wide: caller.wideNetwork } : undefined;
}

/** Whether a card payment of a network itself was approved in the last days. */
export async function hasApproval({ own }: CallerNetworks, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - APPROVED_MS);
  const found = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM approved_networks WHERE network = ${own} AND approved_at > ${since}
    UNION ALL
    (SELECT 1 FROM card_callers c JOIN payments p ON p.link_id = c.link_id
      WHERE c.network = ${own} AND c.asked_at > ${since} AND p.state = 'approved' AND p.rail = 'card' LIMIT 1)`;
  return found.length > 0;
}

/** Deletes networks that were stored longer than needed, with every trace of them; one with an approval is kept for longer. */
export async function deleteOldCallers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db().$executeRaw`
    WITH forgotten AS (DELETE FROM card_callers WHERE asked_at < ${before} RETURNING link_id, network, asked_at)
    INSERT INTO approved_networks (network, approved_at)
    SELECT f.network, max(f.asked_at) FROM forgotten f JOIN payments p ON p.link_id = f.link_id
     WHERE p.state = 'approved' AND p.rail = 'card' GROUP BY f.network
    ON CONFLICT (network) DO UPDATE SET approved_at = GREATEST(approved_networks.approved_at, excluded.approved_at)`;
  await db().approvedNetwork.deleteMany({
    where: { approvedAt: { lt: new Date(now.getTime() - APPROVED_MS) } },
  });
  await db().decline.updateMany({
    where: { network: { not: null }, declinedAt: { lt: before } },
    data: { network: null, wideNetwork: null },
  });
  await db().cardPause.deleteMany({ where: { endsAt: { lt: before } } });
}
