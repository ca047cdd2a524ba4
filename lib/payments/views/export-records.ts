import { amountCell, type CsvStyle, csvHeader, csvLine } from '#lib/csv.ts';
import type { Cursor } from '#lib/keyset.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { offsetTimeIn } from '#lib/time-zone.ts';
import { listRecords, type RecordFilter } from './list-records.ts';
import type { PaymentRecord } from './record-view.ts';

/** How many rows are in memory at once. */
const CHUNK = 1000;

/** The columns: new ones at the end. Their names never change, because programs read the files too. */
type Write = { amount: (minor: number) => string; time: (iso: string) => string };
const COLUMNS: Record<string, (record: PaymentRecord, write: Write) => string | null> = {
  payment_id: ({ id }) => id,
  link_id: ({ linkId }) => linkId,
  external_reference: ({ externalReference }) => externalReference,
  cause: ({ causeKey }) => causeKey,
  paid_at_utc: ({ at }) => at,
  paid_at: ({ at }, { time }) => time(at),
  requested_amount: ({ requestedMinor }, { amount }) => amount(requestedMinor),
  paid_amount: ({ paidMinor }, { amount }) => amount(paidMinor),
  currency: ({ currency }) => currency,
  method: ({ rail }) => rail,
  fee: ({ commissionMinor }, { amount }) => amount(commissionMinor),
  gateway_cost: ({ costMinor }, { amount }) => (costMinor === null ? '' : amount(costMinor)),
  refunded_amount: ({ refundedMinor }, { amount }) => amount(refundedMinor),
  disputed_amount: ({ disputedMinor }, { amount }) => amount(disputedMinor),
  charged_back_amount: ({ chargedBackMinor }, { amount }) => amount(chargedBackMinor),
  net: ({ netMinor }, { amount }) => amount(netMinor),
  donor_name: ({ donor }) => donor?.name ?? null,
  donor_email: ({ donor }) => donor?.email ?? null,
  anonymous: ({ donor }) => String(donor === null),
  state: ({ status }) => status,
  cause_title: ({ causeTitle }) => causeTitle,
  refunded_at_utc: ({ refundedAt }) => refundedAt ?? '',
  metadata: ({ metadata }) => metadata,
  being_refunded_amount: ({ refundingMinor }, { amount }) => amount(refundingMinor),
};

/**
 * The donations of some causes as a CSV file in chunks, newest first as on the screen, with times in UTC and in the reader's
 * time zone. One chunk is in memory at a time, and no connection is held during a slow download.
 */
export async function* exportRecords(
  causeKeys: readonly string[],
  filter: RecordFilter,
  { timeZone = 'UTC', separator = 'comma' }: CsvStyle = {},
): AsyncGenerator<string, void, undefined> {
  yield csvHeader(Object.keys(COLUMNS), separator);
  let after: Cursor | undefined;
  do {
    const page = await listRecords(causeKeys, filter, after, CHUNK);
    if (page.rows.length > 0) yield page.rows.map((row) => lineOf(row, { timeZone, separator })).join('');
    after = page.next;
  } while (after);
}

function lineOf(record: PaymentRecord, { timeZone, separator }: Required<CsvStyle>): string {
  const units = minorUnitsPerMajor(record.currency);
  const amount = (minor: number) => amountCell(minor, units, separator);
  const time = (iso: string) => offsetTimeIn(timeZone, new Date(iso));
  return csvLine(
    Object.values(COLUMNS).map((cell) => cell(record, { amount, time })),
    separator,
  );
}
