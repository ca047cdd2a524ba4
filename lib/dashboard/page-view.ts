import type { Role } from '#lib/accounts/account.ts';
import type { CauseState } from '#lib/causes/states.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';

/** What is wrong with an entry: a text of `dashboard.faults`, and the numbers in it. Field `''` is the form as a whole. */
export type FaultCode = keyof Messages['dashboard']['faults'];
/** `values` are what its text names: numbers, or what was written for the sender of the form already, such as a day. */
export type Fault = { field: string; code: FaultCode; values?: Record<string, number | string> };
export type NoticeName = keyof Messages['dashboard']['notices'];

/** What became of the form that led to this page: refused, with what was typed, or done. Without faults it waits to be sent again. */
export type FormResultView =
  | { kind: 'refused'; action: string; values: Record<string, string | string[]>; faults: Fault[] }
  | { kind: 'done'; action: string; notice: NoticeName; reveal: string | null };

/** What every page of the dashboard is given. */
export type PageView = {
  viewer: { id: string; name: string; role: Role };
  locale: Locale;
  nonce: string | undefined;
  /** Without the query. */
  path: string;
  /** The query without `lang` and `result`: what a link to the same page in another language carries. */
  query: Record<string, string>;
  result: FormResultView | null;
  testMode: boolean;
};

/** A cause in its owner's list. `collectedMajor` in major units, broken where parts were given back. */
export type ListedCause = {
  key: string;
  title: string;
  state: CauseState;
  country: string;
  currency: string;
  collectedMajor: number;
  /** The path of the public page; null while the public sees none. */
  path: string | null;
};

/** How much of everything there is. */
export type Overview = Record<
  | ('clients' | 'causes' | 'collecting' | 'payments' | 'refunds')
  | ('approvals' | 'failedRefunds' | 'disputes' | 'events'),
  number
> & {
  /** One member of staff does alone what otherwise asks for two. */
  isSingleStaff: boolean;
};
