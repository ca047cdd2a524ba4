import { formatDate, formatDateOrNull, parseDate } from './dates.ts';
import { MercadoPagoError, notFound } from './errors.ts';
import { type Movement, type MovementKind, netOf } from './movement.ts';
import type { Report, ReportKind } from './report.ts';
import { newNumber, type Tenant } from './tenant.ts';

/** `POST /v1/account/{kind}_report` `{begin_date, end_date}`. Throws MercadoPagoError (400) for a bad period. */
export function requestReport(tenant: Tenant, kind: ReportKind, body: unknown) {
  const begin = dateIn(body, 'begin_date');
  const end = dateIn(body, 'end_date');
  if (end < begin) throw invalid('end_date_before_begin_date');
  const id = newNumber(tenant);
  const createdAt = tenant.context.clock.now();
  const readyAt = createdAt + tenant.switches.reportDelayMs;
  const fileName = `${kind}-report-${tenant.facts.collectorId}-${id}.csv`;
  const report = { id, kind, begin, end, createdAt, readyAt, fileName };
  tenant.reports.set(String(id), report);
  return { ...presentReport(tenant, report), status: 'pending', file_name: null };
}

function dateIn(body: unknown, name: 'begin_date' | 'end_date'): number {
  const given =
    typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined;
  const instant = typeof given === 'string' ? parseDate(given) : Number.NaN;
  if (Number.isNaN(instant)) throw invalid(`invalid_${name}`);
  return instant;
}

function invalid(error: string): MercadoPagoError {
  return new MercadoPagoError(400, error, error.replaceAll('_', ' '));
}

/** `GET /v1/account/{kind}_report/list`: the ready ones, newest first. */
export function listReports(tenant: Tenant, kind: ReportKind) {
  const made = tenant.reports.values().filter((one) => one.kind === kind && isMade(tenant, one));
  return made.reverse().map((report) => presentReport(tenant, report));
}

/** `GET /v1/account/{kind}_report/task/{id}`: whether it is ready. Throws the API's 404. */
export function readTask(tenant: Tenant, kind: ReportKind, id: string) {
  const report = tenant.reports.get(id);
  if (report?.kind !== kind) throw notFound('Task');
  return presentReport(tenant, report);
}

/** `GET /v1/account/{kind}_report/{file_name}`: the CSV. Throws the API's 404, also while it is not ready. */
export function downloadReport(tenant: Tenant, kind: ReportKind, fileName: string): string {
  const report = tenant.reports.values().find((one) => one.kind === kind && one.fileName === fileName);
  if (report === undefined || !isMade(tenant, report)) throw notFound('Report');
  const known = tenant.movements.values().filter(({ at }) => at <= report.readyAt);
  const rows = kind === 'release' ? releaseRows(report, known) : settlementRows(tenant, report, known);
  return `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;
}

function isMade(tenant: Tenant, { readyAt }: Report): boolean {
  return readyAt <= tenant.context.clock.now();
}

function presentReport(tenant: Tenant, report: Report) {
  const made = isMade(tenant, report);
  return {
    id: report.id,
    user_id: tenant.facts.collectorId,
    begin_date: new Date(report.begin).toISOString(),
    end_date: new Date(report.end).toISOString(),
    created_from: 'manual',
    date_created: formatDate(report.createdAt),
    generation_date: made ? formatDate(report.readyAt) : null,
    file_name: made ? report.fileName : null,
    format: 'CSV',
    report_type: report.kind,
    status: made ? 'processed' : 'pending',
  };
}

type Row = (string | number | null)[];

const RELEASE_COLUMNS = [
  ...['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'RECORD_TYPE', 'DESCRIPTION', 'NET_CREDIT_AMOUNT'],
  ...['NET_DEBIT_AMOUNT', 'GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT', 'SHIPPING_FEE_AMOUNT'],
  ...['TAXES_AMOUNT', 'COUPON_AMOUNT', 'INSTALLMENTS', 'PAYMENT_METHOD', 'TRANSACTION_APPROVAL_DATE'],
  'BALANCE_AMOUNT',
];

/** The period's releases between the balance before and the balance after it. */
function releaseRows(report: Report, known: Movement[]): Row[] {
  const released = known
    .filter(({ availableAt }) => availableAt <= Math.min(report.end, report.readyAt))
    .sort((a, b) => a.availableAt - b.availableAt);
  const before = released.filter(({ availableAt }) => availableAt < report.begin);
  const initial = before.reduce((sum, one) => sum + netOf(one), 0);
  let balance = initial;
  const rows = released.slice(before.length).map((one) => {
    balance += netOf(one);
    return releaseRow(one, balance);
  });
  const start = balanceRow(report.begin, 'initial_available_balance', initial);
  return [RELEASE_COLUMNS, start, ...rows, balanceRow(report.end, 'total', balance)];
}

function releaseRow(movement: Movement, balance: number): Row {
  const { availableAt, sourceId, externalReference, kind, grossMinor, feeMinor, methodId } = movement;
  return [
    ...[formatDate(availableAt), sourceId, externalReference, 'release', kind, ...sides(netOf(movement))],
    ...[amount(grossMinor), amount(feeMinor), ...Array<string>(4).fill(amount(0)), 1, methodId],
    ...[formatDateOrNull(movement.approvedAt), amount(balance)],
  ];
}

function balanceRow(atMs: number, type: string, minor: number): Row {
  const none = Array<string>(5).fill(amount(0));
  return [
    formatDate(atMs),
    null,
    null,
    type,
    null,
    ...sides(minor),
    amount(minor),
    ...none,
    1,
    null,
    null,
    amount(minor),
  ];
}

/** Credit and debit; neither is negative. */
function sides(minor: number): [string, string] {
  return [amount(Math.max(minor, 0)), amount(Math.max(-minor, 0))];
}

const SETTLEMENT_COLUMNS = [
  ...['EXTERNAL_REFERENCE', 'SOURCE_ID', 'USER_ID', 'PAYMENT_METHOD_TYPE', 'PAYMENT_METHOD', 'SITE'],
  ...['TRANSACTION_TYPE', 'TRANSACTION_AMOUNT', 'TRANSACTION_CURRENCY', 'TRANSACTION_DATE', 'FEE_AMOUNT'],
  ...['SETTLEMENT_NET_AMOUNT', 'SETTLEMENT_CURRENCY', 'SETTLEMENT_DATE', 'REAL_AMOUNT', 'COUPON_AMOUNT'],
  'MONEY_RELEASE_DATE',
];

const TRANSACTION_TYPES: Record<MovementKind, string> = {
  payment: 'SETTLEMENT',
  refund: 'REFUND',
  refund_cancel: 'REFUND_CANCEL',
  reserve_for_chargeback: 'DISPUTE',
  chargeback: 'CHARGEBACK',
  chargeback_cancel: 'CHARGEBACK_CANCEL',
  payout: 'PAYOUT',
  payout_cancel: 'PAYOUT_CANCEL',
};

function settlementRows(tenant: Tenant, { begin, end }: Report, known: Movement[]): Row[] {
  const made = known.filter(({ at }) => at >= begin && at <= end);
  return [SETTLEMENT_COLUMNS, ...made.map((one) => settlementRow(tenant, one))];
}

function settlementRow({ facts, site }: Tenant, movement: Movement): Row {
  const { at, kind, grossMinor, feeMinor } = movement;
  const { currency, collectorId } = facts;
  const net = amount(netOf(movement));
  return [
    ...[movement.externalReference, movement.sourceId, collectorId, movement.typeId, movement.methodId, site],
    ...[TRANSACTION_TYPES[kind], amount(grossMinor), currency, formatDate(at), amount(feeMinor)],
    ...[net, currency, formatDate(at), net, amount(0), formatDate(movement.availableAt)],
  ];
}

function amount(minor: number): string {
  return (minor / 100).toFixed(2);
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
