import { reads, type Tx } from '#lib/db.ts';
import { Problem } from '#lib/problems/problem.ts';
import { isStorable } from '#lib/storable.ts';
import type { Account, Cause } from '#prisma/generated/client.ts';
import { isPubliclyVisible } from './states.ts';

export type CauseWithOwner = Cause & { owner: Account };

/** A cause by its key alone, whoever asks; null where there is none. */
export function findCause(tx: Tx, key: string): Promise<CauseWithOwner | null> {
  if (!isStorable(key)) return Promise.resolve(null);
  return tx.cause.findUnique({ where: { key }, include: { owner: true } });
}

/**
 * A cause as a client may see it: its own in any state, another's only in publicly visible states (decisions.md 9).
 * @throws Problem `cause_not_found` (404).
 */
export async function findCauseFor(tx: Tx, clientId: string, key: string): Promise<CauseWithOwner> {
  const cause = await findCause(tx, key);
  if (!cause || !maySee(cause, clientId)) throw new Problem('cause_not_found', 'No cause has this key.');
  return cause;
}

/** The cause at an address of the public pages, its key or any slug it has had; null where the public may see none. */
export async function findCauseAt(tx: Tx, address: string): Promise<Cause | null> {
  if (!isStorable(address)) return null;
  const row = await tx.causeAddress.findUnique({ where: { address }, include: { cause: true } });
  return row && isPubliclyVisible(row.cause.state) ? row.cause : null;
}

/** What minting needs to know of a cause. */
export type FundedCause = Pick<Cause, 'key' | 'clientId' | 'state' | 'closesAt' | 'currency'> & {
  /** Percent: 5 means 5%. */
  feePercent: number;
};

/** As JSON writes it. */
type FundedJson = Omit<FundedCause, 'closesAt'> & { closesAt: string | null };

/**
 * What minting needs to know of the cause at an address, its key or any slug it has had (decisions.md 10); null where none
 * is. SQL on the pipeline: every mint asks this. One column is read faster than six.
 */
export async function findFundedCause(address: string): Promise<FundedCause | null> {
  if (!isStorable(address)) return null;
  const [row] = await reads().rows<{ cause: FundedJson }>({
    name: 'find-funded-cause',
    text: `
      SELECT json_build_object('key', c.key, 'clientId', c.client_id, 'state', c.state, 'closesAt', c.closes_at,
                               'currency', c.currency, 'feePercent', c.fee_percent) AS cause
        FROM cause_addresses a JOIN causes c ON c.key = a.cause_key WHERE a.address = $1`,
    values: [address],
  });
  if (!row) return null;
  const { closesAt, ...cause } = row.cause;
  return { ...cause, closesAt: closesAt === null ? null : new Date(closesAt) };
}

/**
 * The cause that was found, as a client may mint links for it.
 * @throws Problem `cause_not_found` (422).
 */
export function requireFunded(clientId: string, cause: FundedCause | null): FundedCause {
  if (!cause || !maySee(cause, clientId))
    throw new Problem('cause_not_found', 'No cause has this key.', { status: 422 });
  return cause;
}

function maySee(cause: Pick<Cause, 'clientId' | 'state'>, clientId: string): boolean {
  return cause.clientId === clientId || isPubliclyVisible(cause.state);
}
