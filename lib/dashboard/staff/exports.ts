import { timestamp } from '#lib/clock.ts';
import { amountCell, type CsvSeparator, csvHeader, csvLine, decimalCell } from '#lib/csv.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { auditList } from './audit.ts';
import { batchList } from './batches.ts';
import { causeList } from './causes.ts';
import { clientList, keyList } from './clients.ts';
import { disputeList } from './disputes.ts';
import { eventList } from './events.ts';
import { failedRefundList } from './failed-refunds.ts';
import type { ListQuery } from './filters.ts';
import { MAX_FOUND } from './found.ts';
import { linkList } from './links.ts';
import { listAll, type StaffList } from './list.ts';
import type { AmountView } from './list-view.ts';
import { mailList } from './mails.ts';
import { paymentList } from './payments.ts';
import { withdrawalList } from './withdrawals.ts';

/** The columns of a file and their cells. Their names never change, because programs read it too. */
type Columns<Row> = Readonly<Record<string, (row: Row, separator: CsvSeparator) => string | null>>;

const at = (instant: Date | null) => (instant ? timestamp(instant) : '');
const major = ({ amountMajor, currency }: AmountView, separator: CsvSeparator) => {
  const units = minorUnitsPerMajor(currency);
  return amountCell(Math.round(amountMajor * units), units, separator);
};

const AMOUNT = {
  amount: ({ amount }: { amount: AmountView }, separator: CsvSeparator) => major(amount, separator),
  currency: ({ amount }: { amount: AmountView }) => amount.currency,
};

type Donation = {
  donor: { name: string | null; email: string | null };
  causeTitle: string;
  clientName: string;
  externalReference: string | null;
};
/** Who gave, and for whom. */
const DONATION = {
  donor_name: ({ donor }: Donation) => donor.name,
  donor_email: ({ donor }: Donation) => donor.email,
  cause: ({ causeTitle }: Donation) => causeTitle,
  client: ({ clientName }: Donation) => clientName,
  external_reference: ({ externalReference }: Donation) => externalReference,
};

/** The last line of a file that lacks some of what a search matches, in the language of its columns. */
const INCOMPLETE = `INCOMPLETE: more rows match the search than it finds (${MAX_FOUND}). Make it narrower.`;

/** The file of each list, by the name of its section. */
const FILES = {
  audit: file(auditList, {
    at_utc: (row) => at(row.at),
    actor: ({ by }) => by.email ?? by.id,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    outcome: ({ outcome }) => outcome,
    reason: ({ reason }) => reason ?? '',
    details: ({ data }) => data,
  }),
  causes: file(causeList, {
    key: ({ key }) => key,
    title: ({ title }) => title,
    state: ({ state }) => state,
    client: ({ clientName }) => clientName,
    creator_email: ({ ownerEmail }) => ownerEmail,
    external_reference: ({ externalReference }) => externalReference,
    created_at_utc: ({ createdAt }) => at(createdAt),
  }),
  clients: file(clientList, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    fee_percent: ({ feePercent }, separator) => decimalCell(feePercent, separator),
    fee_model: ({ feeModel }) => feeModel,
    working_keys: ({ workingKeys }) => String(workingKeys),
    created_at_utc: ({ createdAt }) => at(createdAt),
  }),
  disputes: file(disputeList, {
    id: ({ id }) => id,
    payment: ({ paymentId }) => paymentId,
    gateway: ({ gateway }) => gateway,
    gateway_id: ({ gatewayDisputeId }) => gatewayDisputeId,
    kind: ({ kind }) => kind,
    status: ({ status }) => status,
    ...AMOUNT,
    ...DONATION,
    respond_by_utc: ({ respondBy }) => at(respondBy),
    opened_at_utc: ({ openedAt }) => at(openedAt),
    ended_at_utc: ({ endedAt }) => at(endedAt),
  }),
  events: file(eventList, {
    id: ({ id }) => id,
    gateway: ({ gateway }) => gateway,
    gateway_id: ({ eventId }) => eventId,
    type: ({ type }) => type,
    reference: ({ reference }) => reference,
    received_at_utc: ({ receivedAt }) => at(receivedAt),
    handled_at_utc: ({ handledAt }) => at(handledAt),
    last_error: ({ lastError }) => lastError,
  }),
  batches: file(batchList, {
    id: ({ id }) => id,
    state: ({ state }) => state,
    withdrawals: ({ count }) => String(count),
    ...AMOUNT,
    created_by: ({ by }) => by.name ?? by.id,
    created_at_utc: ({ createdAt }) => at(createdAt),
  }),
  keys: file(keyList, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    client: ({ clientName }) => clientName,
    state: ({ state }) => state,
    permissions: ({ permissions }) => permissions.join(' '),
    allowed_ips: ({ allowedIps }) => allowedIps.join(' '),
    created_at_utc: ({ createdAt }) => at(createdAt),
    last_used_at_utc: ({ lastUsedAt }) => at(lastUsedAt),
    stops_at_utc: ({ stopsAt }) => at(stopsAt),
  }),
  links: file(linkList, {
    id: ({ id }) => id,
    status: ({ status }) => status,
    ...AMOUNT,
    ...DONATION,
    created_at_utc: ({ createdAt }) => at(createdAt),
  }),
  mails: file(mailList, {
    id: ({ id }) => id,
    recipient: ({ recipient }) => recipient,
    template: ({ template }) => template,
    attempts: ({ attempts }) => String(attempts),
    last_error: ({ lastError }) => lastError,
    created_at_utc: ({ createdAt }) => at(createdAt),
  }),
  payments: file(paymentList, {
    id: ({ id }) => id,
    status: ({ status }) => status,
    decline_code: ({ declineCode }) => declineCode,
    dispute: ({ dispute }) => dispute ?? '',
    unmatched_because: ({ reason }) => reason ?? '',
    ...AMOUNT,
    method: ({ rail }) => rail,
    ...DONATION,
    link: ({ linkId }) => linkId,
    started_at_utc: ({ createdAt }) => at(createdAt),
    received_at_utc: ({ receivedAt }) => at(receivedAt),
    refunded_amount: ({ refunded }, separator) => major(refunded, separator),
    disputed_amount: ({ disputed }, separator) => major(disputed, separator),
    charged_back_amount: ({ chargedBack }, separator) => major(chargedBack, separator),
    // No number: a spreadsheet would drop its zeros.
    card: ({ cardLast4 }) => cardLast4 && `•••• ${cardLast4}`,
  }),
  refunds: file(failedRefundList, {
    id: ({ id }) => id,
    payment: ({ payment }) => payment.id,
    ...AMOUNT,
    donor_name: ({ payment }) => payment.donor.name,
    donor_email: ({ payment }) => payment.donor.email,
    client: ({ payment }) => payment.clientName,
    external_reference: ({ payment }) => payment.externalReference,
    error: ({ lastError }) => lastError,
    failed_at_utc: ({ failedAt }) => at(failedAt),
    returned_at_utc: ({ returnedAt }) => at(returnedAt),
  }),
  withdrawals: file(withdrawalList, {
    id: ({ id }) => id,
    state: ({ state }) => state,
    ...AMOUNT,
    cause: ({ causeTitle }) => causeTitle,
    creator_name: ({ creator }) => creator.name,
    creator_email: ({ creator }) => creator.email,
    bank_account: ({ account }) => account,
    requested_at_utc: ({ requestedAt }) => at(requestedAt),
    bank_reference: ({ sentReference }) => sentReference,
    sent_on: ({ sentOn }) => sentOn,
    failed_at_utc: ({ failedAt }) => at(failedAt),
  }),
} as const;

/**
 * The CSV file of a list in pieces: what its filters leave, in its order.
 * @returns undefined if there is no such list
 */
export function exportList(
  name: string,
  query: ListQuery,
  now: Date,
  separator: CsvSeparator = 'comma',
): AsyncGenerator<string, void, undefined> | undefined {
  return Object.hasOwn(FILES, name) ? FILES[name as keyof typeof FILES](query, now, separator) : undefined;
}

function file<Found extends object, Row>(
  listOf: (query: ListQuery, now: Date) => StaffList<Found, Row> | Promise<StaffList<Found, Row>>,
  columns: Columns<Row>,
) {
  return async function* pieces(
    query: ListQuery,
    now: Date,
    separator: CsvSeparator,
  ): AsyncGenerator<string, void, undefined> {
    yield csvHeader(Object.keys(columns), separator);
    const lineOf = (row: Row) =>
      csvLine(
        Object.values(columns).map((cell) => cell(row, separator)),
        separator,
      );
    const list = await listOf(query, now);
    for await (const rows of listAll(list, query)) yield rows.map(lineOf).join('');
    if (list.isCut) yield csvLine([INCOMPLETE], separator);
  };
}
