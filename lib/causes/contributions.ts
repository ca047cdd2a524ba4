import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import type { ContributionView } from './page-view.ts';
import { publicName } from './public-name.ts';

/** How many the page shows at once. */
export const PAGE_SIZE = 10;

export type ContributionPage = { shown: ContributionView[] /** Null at the end. */; next: string | null };

/** Where a page of contributions begins: those at an instant or earlier, past so many at that instant itself. */
type Cursor = { at: Date; skip: number };
const CURSOR = /^(\d{1,14})-(\d{1,4})$/;

type Row = { at: Date; collected: number; name: string | null; anonymous: boolean | null };

/**
 * A page of the contributions of a cause, newest first, from a cursor or from the newest. The cursor is an instant and a
 * count, because an id of a payment is its receipt's number and no stranger's to see. An unreadable one is the beginning.
 * @param showsAmounts false leaves amounts out, where the creator hides them.
 */
export async function recentContributions(
  causeKey: string,
  cursor: string | undefined,
  showsAmounts: boolean,
): Promise<ContributionPage> {
  const from = readCursor(cursor);
  const rows = await db().$queryRaw<Row[]>`
    SELECT succeeded_at AS at, collected::float8 AS collected, donor_name AS name, donor_anonymous AS anonymous
      FROM contributions
     WHERE cause_key = ${causeKey} AND succeeded_at <= ${from?.at ?? LATEST}
     ORDER BY succeeded_at DESC, id DESC
     LIMIT ${PAGE_SIZE + 1} OFFSET ${from?.skip ?? 0}`;
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    shown: shown.map(({ at, collected, name, anonymous }) => ({
      name: anonymous ? null : publicName(name),
      amountMajor: showsAmounts ? collected : null,
      at: timestamp(at),
    })),
    next: rows.length > PAGE_SIZE ? cursorAfter(shown, from) : null,
  };
}

/** Later than anything that was ever paid. */
const LATEST = new Date(8_000_000_000_000);

function readCursor(text: string | undefined): Cursor | undefined {
  const match = CURSOR.exec(text ?? '');
  return match ? { at: new Date(Number(match[1])), skip: Number(match[2]) } : undefined;
}

function cursorAfter(shown: Row[], from: Cursor | undefined): string {
  const last = shown.at(-1)?.at.getTime() ?? 0;
  const alike = shown.filter(({ at }) => at.getTime() === last).length;
  // A whole page of one instant goes on counting where the page before it stopped.
  const before = from?.at.getTime() === last ? from.skip : 0;
  return `${last}-${before + alike}`;
}
