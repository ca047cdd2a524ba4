import { reads } from '#lib/db.ts';
import { columnOf, type RowInsert, rowOf } from '#lib/row-insert.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { traceLink } from '#lib/trace.ts';
import { MINTED_FIELDS, type PolledLink } from './find-link.ts';

/*
 * Minting is the busiest write: the cause is read on the pipelined connections, and the link is one insert. Prisma would
 * need several round trips for each. Benchmark: `mint`, `mint-with-key`.
 */

/** The data of a cause that minting needs. */
export type CauseForMinting = {
  key: string;
  clientId: string;
  state: string;
  closesAt: Date | null;
  currency: string;
  /** Percent: 5 means 5%. */
  feePercent: number;
};

/** As JSON: one column is read faster than six. */
type CauseJson = Omit<CauseForMinting, 'closesAt'> & { closesAt: string | null };

/** The data for minting of the cause at an address, its key or any slug it has had (ruling 10); null if there is none. */
export async function findCauseForMinting(address: string): Promise<CauseForMinting | null> {
  if (!isStorableText(address)) return null;
  const [row] = await reads().rows<{ cause: CauseJson }>({
    name: 'find-cause-for-minting',
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

/** The values of a new link. Whole major units; values that donors and time add are null until then. */
type MintedLink = Pick<PolledLink, keyof typeof MINTED_FIELDS> & { clientId: string };

const COLUMNS = Object.entries(MINTED_FIELDS).map(([field, type]) => ({
  name: columnOf(field),
  type,
  field: field as keyof typeof MINTED_FIELDS,
}));

/** The insert of a new link. */
export function linkInsert(link: MintedLink): RowInsert {
  const row = rowOf('checkout_links', [
    ['client_id', 'text', link.clientId],
    ...COLUMNS.map(({ name, type, field }) => [name, type, link[field]] as const),
  ]);
  traceLink(link.id, { isMint: true });
  return { name: 'mint-link', ...row };
}
