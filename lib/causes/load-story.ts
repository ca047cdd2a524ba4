import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { type Cursor, cutPage } from '#lib/keyset.ts';
import type { PictureView, UpdateView } from './page-view.ts';
import { MAX_PICTURES, type PictureRow, presentPicture } from './pictures.ts';

/** Updates on one page of a cause: the news, not the archive. */
const UPDATES_SHOWN = 3;
/** Later than any update. */
const LATEST = new Date(8_000_000_000_000);

/** Who organizes a cause, its pictures, and a page of its updates with the cursor of the next. */
type CauseStory = {
  ownerName: string;
  pictures: PictureView[];
  updates: UpdateView[];
  nextUpdates: string | null;
};

type Row = {
  ownerName: string;
  pictures: PictureRow[];
  updates: { id: string; title: string; body: string; at: string }[];
};

/**
 * What the page of a cause shows besides the cause itself and its donations. One statement for all of it: crowds open this page.
 * @param before the updates begin there, instead of with the newest
 */
export async function loadStory(
  { key, ownerId }: { key: string; ownerId: string },
  before: Cursor | undefined,
): Promise<CauseStory> {
  const from = before ?? { at: LATEST, id: '' };
  const [row] = await db().$queryRaw<Row[]>`
    SELECT name AS "ownerName",
           (SELECT COALESCE(json_agg(p), '[]') FROM (
              SELECT id, alt, width, height FROM cause_pictures WHERE cause_key = ${key}
               ORDER BY created_at, id LIMIT ${MAX_PICTURES}) p) AS pictures,
           (SELECT COALESCE(json_agg(u), '[]') FROM (
              SELECT id, title, body, published_at AS at FROM cause_updates
               WHERE cause_key = ${key} AND (published_at, id) < (${from.at}, ${from.id})
               ORDER BY published_at DESC, id DESC LIMIT ${UPDATES_SHOWN + 1}) u) AS updates
      FROM accounts WHERE id = ${ownerId}`;
  if (!row) throw new Error(`Bug: the cause ${key} has no owner`);
  const pictures = row.pictures.map(presentPicture);
  const page = cutPage(row.updates, UPDATES_SHOWN, ({ at, id }) => ({ at: new Date(at), id }));
  const updates = page.rows.map(({ at, ...texts }) => ({ ...texts, publishedAt: timestamp(new Date(at)) }));
  return { ownerName: row.ownerName, pictures, updates, nextUpdates: page.after };
}
