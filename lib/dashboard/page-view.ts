import type { Role } from '#lib/accounts/account.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { CsvSeparator } from '#lib/csv.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import type { Review } from './review-view.ts';

/** The code of a form error: a text of `dashboard.formErrors`. */
export type FormErrorCode = keyof Messages['dashboard']['formErrors'];
/**
 * An error of a form; field `''` is the whole form. `values` are numbers in its text, or texts in the reader's language.
 */
export type FormError = { field: string; code: FormErrorCode; values?: Record<string, number | string> };
export type NoticeName = keyof Messages['dashboard']['notices'];

/**
 * The result of the form that led to this page: to be confirmed, refused with the typed values, or done. Without errors it
 * waits to be sent again.
 */
export type FormResultView =
  | ({
      kind: 'review';
      action: string;
      values: Record<string, string | string[]>;
      back: string;
      isDone: boolean;
    } & Review)
  | { kind: 'refused'; action: string; values: Record<string, string | string[]>; errors: FormError[] }
  | { kind: 'done'; action: string; notice: NoticeName; reveal: string | null };

/** Props of every page of the dashboard. */
export type PageView = Reader & {
  viewer: { id: string; name: string; role: Role };
  nonce: string | undefined;
  /** Without the query. */
  path: string;
  /** The query without `lang` and `result`, for links to the same page in another language. */
  query: Record<string, string>;
  result: FormResultView | null;
  testMode: boolean;
  /** All times and days of the page are in this zone, such as `America/Bogota`. */
  timeZone: string;
  /** The reader chose it for their account; otherwise it is the browser's. */
  hasChosenZone: boolean;
  /** How files for this reader separate columns, unless another way is chosen. */
  csvSeparator: CsvSeparator;
};

/** A cause in its owner's list. `collectedMajor` in major units, with a fraction after partial refunds. */
export type ListedCause = {
  key: string;
  title: string;
  state: CauseState;
  country: string;
  currency: string;
  collectedMajor: number;
  /** The path of the public page; null if there is none. */
  path: string | null;
};
