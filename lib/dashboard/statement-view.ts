import type { StatementLineName } from '#lib/ledger/statement.ts';
import type { OwnCauseHeader } from './cause-view.ts';

/** A cause's money of one month in one currency, in minor units of it (lib/money.ts). */
export type StatementView = {
  currency: string;
  openingMinor: number;
  /** Negative for what reduced the balance. `count` is how many there were; null for fees. */
  lines: { name: StatementLineName; count: number | null; amountMinor: number }[];
  closingMinor: number;
};

/** The statements of a month: by the creator's clock, in the time zone that they name. */
export type MonthView = {
  cause: Pick<OwnCauseHeader, 'key' | 'title' | 'country'>;
  creator: string;
  /** Such as `2026-10`. */
  month: string;
  timeZone: string;
  /** The first day, and the last one of which something is known: of a month that is not over, today. Such as `2026-10-01`. */
  firstDay: string;
  lastDay: string;
  isOver: boolean;
  preparedAt: Date;
  statements: StatementView[];
};

/** A row of a statement in a language: a balance, or what changed it. `count` is empty where nothing is counted. */
export type StatementRow = { name: string; count: string; amount: string; isBalance: boolean };

/** The page of a cause's statements. */
export type StatementsView = {
  cause: OwnCauseHeader;
  shown: Pick<MonthView, 'month' | 'isOver'>;
  /** The month that is shown, as its heading. */
  title: string;
  /** All months of the cause, the latest first: `2026-10` with its name. */
  months: { month: string; name: string }[];
  tables: { currency: string; rows: StatementRow[] }[];
  /** The URLs of the files of the month that is shown. */
  pdfPath: string;
  csvPath: string;
  /** The list of the month's donations. */
  paymentsPath: string;
};
