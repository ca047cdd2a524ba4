import { reads } from '#lib/db.ts';

/*
 * What tells whether the page of a cause has changed: asked for each time a cached page is sent, which costs as little as a
 * poll. Rendering the page takes a hundred times as long.
 */

/**
 * Differs after each edit of the cause at an address and each change of what it has collected; null where there is none.
 * What is not in it: its updates, pictures, messages, and the client's branding.
 */
export async function causeVersion(address: string): Promise<string | null> {
  const [row] = await reads().rows<{ version: string }>({
    name: 'cause-version',
    text: `SELECT concat_ws(' ', c.xmin::text, (SELECT concat_ws(' ', SUM(collected), SUM(contributions), SUM(contributors))
                                                FROM cause_totals WHERE cause_key = c.key)) AS version
             FROM cause_addresses a JOIN causes c ON c.key = a.cause_key WHERE a.address = $1`,
    values: [address],
  });
  return row?.version ?? null;
}
