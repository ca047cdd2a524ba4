import { formatDate, parseDate } from './dates.ts';
import { MercadoPagoError, notFound } from './errors.ts';
import { type Movement, type MovementKind, netOf } from './movement.ts';
import type { Report } from './report.ts';
import { newNumber, type Tenant } from './tenant.ts';

/** `POST /v1/account/settlement_report` `{begin_date, end_date}`. Throws MercadoPagoError (400) for a bad period. */
export function requestReport(tenant: Tenant, body: unknown) {
  const begin = dateIn(body, 'begin_date');
  const end = dateIn(body, 'end_date');
  if (end < begin) throw invalid('end_date_before_begin_date');
  const id = newNumber(tenant);
  const createdAt = tenant.context.clock.now();
  const readyAt = createdAt + tenant.switches.reportDelayMs;
  const fileName = `settlement-report-${tenant.facts.collectorId}-${id}.csv`;
  const report = { id, begin, end, createdAt, readyAt, fileName };
  tenant.reports.set(String(id), report);
  return { ...presentReport(tenant, report), status: 'pending', file_name: null };
}

function dateIn(body: unknown, name: 'begin_date' | 'end_date'): number {
  const given = typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined;
  const instant = typeof given === 'string' ? parseDate(given) : Number.NaN;
  if (Number.isNaN(instant)) throw invalid(`invalid_${name}`);
  return instant;
}

function invalid(error: string): MercadoPagoError {
  return new MercadoPagoError(400, error, error.replaceAll('_', ' '));
}

/** `GET /v1/account/settlement_report/task/{id}`: whether it is ready. Throws the API's 404. */
export function readTask(tenant: Tenant, id: string) {
  const report = tenant.reports.get(id);
  if (report === undefined) throw notFound('Task');
  return presentReport(tenant, report);
}

/** `GET /v1/account/settlement_report/{file_name}`: the CSV. Throws the API's 404, also while it is not ready. */
export function downloadReport(tenant: Tenant, fileName: string): string {
  const report = tenant.reports.values().find((one) => one.fileName === fileName);
  if (report === undefined || !isMade(tenant, report)) throw notFound('Report');
  const known = tenant.movements.values().filter(({ at }) => at <= report.readyAt);
  const rows = settlementRows(tenant, report, known);
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
    report_type: 'settlement',
    status: made ? 'processed' : 'pending',
  };
}

type Row = (string | number | null)[];

const SETTLEMENT_COLUMNS = [
  'EXTERNAL_REFERENCE',
  'SOURCE_ID',
  'USER_ID',
  'PAYMENT_METHOD_TYPE',
  'PAYMENT_METHOD',
  'SITE',
  'TRANSACTION_TYPE',
  'TRANSACTION_AMOUNT',
  'TRANSACTION_CURRENCY',
  'TRANSACTION_DATE',
  'FEE_AMOUNT',
  'SETTLEMENT_NET_AMOUNT',
  'SETTLEMENT_CURRENCY',
  'SETTLEMENT_DATE',
  'REAL_AMOUNT',
  'COUPON_AMOUNT',
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
    movement.externalReference,
    movement.sourceId,
    collectorId,
    movement.typeId,
    movement.methodId,
    site,
    TRANSACTION_TYPES[kind],
    amount(grossMinor),
    currency,
    formatDate(at),
    amount(feeMinor),
    net,
    currency,
    formatDate(at),
    net,
    amount(0),
    formatDate(movement.availableAt),
  ];
}

function amount(minor: number): string {
  return (minor / 100).toFixed(2);
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
