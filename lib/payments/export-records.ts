import { amountCell, csvLine, textCell } from '#lib/csv.ts';
import type { Cursor } from '#lib/keyset.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { listRecords, type RecordFilter } from './list-records.ts';
import type { PaymentRecord } from './record-view.ts';

/** Rows that are in memory at once. */
const CHUNK = 1000;
/** Tells Excel that the file is UTF-8: it would otherwise break every accent. */
const BYTE_ORDER_MARK = '\ufeff';

/** The columns by their names, which stay: files are read by programs too. */
const COLUMNS: Record<string, (record: PaymentRecord, amount: (minor: number) => string) => string> = {
  payment_id: ({ id }) => id,
  link_id: ({ linkId }) => linkId,
  external_reference: ({ externalReference }) => textCell(externalReference),
  cause: ({ causeKey }) => causeKey,
  paid_at_utc: ({ at }) => at,
  requested_amount: ({ requestedMinor }, amount) => amount(requestedMinor),
  paid_amount: ({ paidMinor }, amount) => amount(paidMinor),
  currency: ({ currency }) => currency,
  method: ({ rail }) => rail,
  fee: ({ commissionMinor }, amount) => amount(commissionMinor),
  gateway_cost: ({ costMinor }, amount) => (costMinor === null ? '' : amount(costMinor)),
  refunded_amount: ({ refundedMinor }, amount) => amount(refundedMinor),
  disputed_amount: ({ disputedMinor }, amount) => amount(disputedMinor),
  charged_back_amount: ({ chargedBackMinor }, amount) => amount(chargedBackMinor),
  net: ({ netMinor }, amount) => amount(netMinor),
  donor_name: ({ donor }) => textCell(donor?.name ?? null),
  donor_email: ({ donor }) => textCell(donor?.email ?? null),
  anonymous: ({ donor }) => String(donor === null),
  state: ({ standing }) => standing,
};

/**
 * The donations of some causes as a file, piece by piece: cause by cause, each newest first. Whatever its length, one piece
 * is in memory, and no connection is held while somebody downloads slowly.
 */
export async function* exportRecords(
  causeKeys: readonly string[],
  filter: RecordFilter,
): AsyncGenerator<string, void, undefined> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS));
  for (const key of causeKeys) {
    let after: Cursor | undefined;
    do {
      const page = await listRecords([key], filter, after, CHUNK);
      if (page.rows.length > 0) yield page.rows.map(lineOf).join('');
      after = page.next;
    } while (after);
  }
}

function lineOf(record: PaymentRecord): string {
  const units = minorUnitsPerMajor(record.currency);
  const amount = (minor: number) => amountCell(minor, units);
  return csvLine(Object.values(COLUMNS).map((cell) => cell(record, amount)));
}
