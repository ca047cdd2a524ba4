import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import type { RecordFilter } from '#lib/payments/views/list-records.ts';
import { type ChartPeriod, PAYMENT_STATUSES, PERIODS } from '#lib/payments/views/record-view.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { dayAfter, instantIn, readZone } from '#lib/time-zone.ts';
import type { FilterView } from './payment-view.ts';
import { pastedText } from './staff/pasted-text.ts';

/** Names of the parameters that filter a list of payments. */
const NAMES = ['state', 'method', 'from', 'to', 'text', 'zone'] as const;

/** Longest text that can be an id or a reference. */
const MAX_TEXT = 255;

type Query = Readonly<Record<string, string>>;

/**
 * Parses the filters in the URL of a list. Invalid ones filter nothing, and the form shows them empty, except days: those it shows
 * with an error.
 * @param ownZone the reader's time zone, in which days are read unless the URL names another
 */
export function readFilter(query: Query, ownZone = 'UTC'): { filter: RecordFilter; view: FilterView } {
  const status = PAYMENT_STATUSES.find((one) => one === query.state);
  const rail = PAYMENT_METHODS.find((one) => one === query.method);
  const zone = readZone(query.zone) ?? ownZone;
  const from = dayIn(zone, query.from);
  const to = dayIn(zone, query.to);
  const before = to && instantIn(zone, dayAfter(to.day));
  const text = (query.text ?? '').trim().slice(0, MAX_TEXT);
  const isText = text !== '' && isStorableText(text);
  return {
    filter: {
      status,
      rail,
      from: from?.begins,
      before,
      ...(isText ? searchFor(pastedText(text) || text) : {}),
    },
    view: {
      state: status ?? '',
      method: rail ?? '',
      text: isText ? text : '',
      from: query.from ?? '',
      to: query.to ?? '',
      zone,
    },
  };
}

/** A search, with the receipt number that somebody typed, as it is stored. */
function searchFor(text: string): Pick<RecordFilter, 'text' | 'receiptNumber'> {
  const read = readReceiptNumber(text);
  return { text, receiptNumber: read === 'mistyped' ? undefined : read };
}

function dayIn(zone: string, day = ''): { day: string; begins: Date } | undefined {
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? instantIn(zone, day) : undefined;
  return begins && { day, begins };
}

/** The filters of a page as the query of another one, such as its CSV file. */
export function filterQuery(query: Query): string {
  const kept = NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

/** The period of a page's chart. */
export function readPeriod(query: Query): ChartPeriod {
  return (Object.keys(PERIODS) as ChartPeriod[]).find((period) => period === query.by) ?? 'day';
}
