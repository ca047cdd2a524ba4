import type { RecordFilter } from '#lib/payments/list-records.ts';
import { PERIODS, type Period, RAILS, STANDINGS } from '#lib/payments/record-view.ts';
import { isStorable } from '#lib/storable.ts';
import { dayAfter, instantIn, readZone } from '#lib/time-zone.ts';
import type { FilterView } from './payment-view.ts';

/** Names of the parameters that filter a list of payments. */
const NAMES = ['state', 'method', 'from', 'to', 'text', 'zone'] as const;

/** Longest text that can be an id or a reference. */
const MAX_TEXT = 255;

type Query = Readonly<Record<string, string>>;

/** Reads the filters in the address of a list. What cannot be read filters nothing, and the form shows it empty. */
export function readFilter(query: Query): { filter: RecordFilter; view: FilterView } {
  const standing = STANDINGS.find((one) => one === query.state);
  const rail = RAILS.find((one) => one === query.method);
  const zone = readZone(query.zone) ?? 'UTC';
  const from = dayIn(zone, query.from);
  const to = dayIn(zone, query.to);
  const before = to && instantIn(zone, dayAfter(to.day));
  const text = (query.text ?? '').trim().slice(0, MAX_TEXT);
  const isText = text !== '' && isStorable(text);
  return {
    filter: { standing, rail, from: from?.begins, before, text: isText ? text : undefined },
    view: {
      ...{ state: standing ?? '', method: rail ?? '', text: isText ? text : '' },
      ...{ from: from?.day ?? '', to: to?.day ?? '', zone },
    },
  };
}

function dayIn(zone: string, day = ''): { day: string; begins: Date } | undefined {
  const begins = /^\d{4}-\d{2}-\d{2}$/.test(day) ? instantIn(zone, day) : undefined;
  return begins && { day, begins };
}

/** The filters of a page as the query of another, such as its file. */
export function filterQuery(query: Query): string {
  const kept = NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

/** How far the chart of a page reaches back. */
export function readPeriod(query: Query): Period {
  return (Object.keys(PERIODS) as Period[]).find((period) => period === query.by) ?? 'day';
}
