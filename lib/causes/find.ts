import { pool, type Tx } from '#lib/db.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { Account, Cause } from '#prisma/generated/client.ts';
import { isPubliclyVisible } from './states.ts';

export type CauseWithOwner = Cause & { owner: Account };

/** Text that PostgreSQL cannot hold matches nothing. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

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

/**
 * The cause that a link is to be minted for, by its key or by any slug it has had (decisions.md 10). SQL on the pool:
 * every mint asks this.
 * @throws Problem `cause_not_found` (422).
 */
export async function resolveCause(clientId: string, address: string): Promise<FundedCause> {
  const cause = isStorable(address) ? await findFunded(address) : undefined;
  if (!cause || !maySee(cause, clientId))
    throw new Problem('cause_not_found', 'No cause has this key.', { status: 422 });
  return cause;
}

async function findFunded(address: string): Promise<FundedCause | undefined> {
  const { rows } = await pool().query<Omit<FundedCause, 'feePercent'> & { feePercent: string }>({
    name: 'find-funded-cause',
    text: `SELECT c.key, c.client_id AS "clientId", c.state, c.closes_at AS "closesAt", c.currency,
                  c.fee_percent AS "feePercent"
             FROM cause_addresses a JOIN causes c ON c.key = a.cause_key WHERE a.address = $1`,
    values: [address],
  });
  return rows[0] && { ...rows[0], feePercent: Number(rows[0].feePercent) };
}

function maySee(cause: Pick<Cause, 'clientId' | 'state'>, clientId: string): boolean {
  return cause.clientId === clientId || isPubliclyVisible(cause.state);
}
