import { timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import type { ContributionView } from './page-view.ts';
import { publicMessage } from './public-message.ts';
import { publicName } from './public-name.ts';

/** Contributions on one page. */
export const PAGE_SIZE = 10;

type ContributionPage = { shown: ContributionView[] /** Null at the end. */; next: string | null };

/** Where a page begins: at an instant, after `skip` contributions of that same instant. Older ones follow. */
type Cursor = { at: Date; skip: number };
const CURSOR = /^(\d{1,14})-(\d{1,4})$/;

type Row = {
  at: Date;
  collected: number;
  name: string | null;
  anonymous: boolean | null;
  message: string | null;
};

/**
 * A page of the contributions of a cause, newest first, from a cursor or from the newest. The cursor is an instant and a
 * count, because the id of a payment is its receipt number, which strangers must not see. An invalid cursor starts anew.
 * @param showsAmounts false omits the amounts, for creators who hide them.
 */
export async function recentContributions(
  causeKey: string,
  cursor: string | undefined,
  showsAmounts: boolean,
): Promise<ContributionPage> {
  const from = readCursor(cursor);
  const rows = await db().$queryRaw<Row[]>`
    SELECT succeeded_at AS at, collected::float8 AS collected, donor_name AS name, donor_anonymous AS anonymous,
           CASE WHEN message_hidden_at IS NULL THEN donor_message END AS message
      FROM contributions
     WHERE cause_key = ${causeKey} AND succeeded_at <= ${from?.at ?? LATEST}
     ORDER BY succeeded_at DESC, id DESC
     LIMIT ${PAGE_SIZE + 1} OFFSET ${from?.skip ?? 0}`;
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    shown: shown.map(({ at, collected, name, anonymous, message }) => ({
      name: anonymous ? null : publicName(name),
      message: anonymous ? null : publicMessage(message),
      amountMajor: showsAmounts ? collected : null,
      at: timestamp(at),
    })),
    next: rows.length > PAGE_SIZE ? cursorAfter(shown, from) : null,
  };
}

/** Later than any payment. */
const LATEST = new Date(8_000_000_000_000);

function readCursor(text: string | undefined): Cursor | undefined {
  const match = CURSOR.exec(text ?? '');
  return match ? { at: new Date(Number(match[1])), skip: Number(match[2]) } : undefined;
}

function cursorAfter(shown: Row[], from: Cursor | undefined): string {
  const last = shown.at(-1)?.at.getTime() ?? 0;
  const alike = shown.filter(({ at }) => at.getTime() === last).length;
  // When a whole page has one instant, the count continues from the page before.
  const before = from?.at.getTime() === last ? from.skip : 0;
  return `${last}-${before + alike}`;
}
