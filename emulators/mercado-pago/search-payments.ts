import { parseDate } from './dates.ts';
import { badRequest } from './errors.ts';
import { pageOf } from './paging.ts';
import { type Payment, paymentAt, releasedAt } from './payment.ts';
import { present } from './payments-api.ts';
import type { Tenant } from './tenant.ts';

const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 1000;

const INSTANTS: Record<string, (payment: Payment, tenant: Tenant) => number | null> = {
  date_created: (payment) => payment.createdAt,
  date_approved: (payment) => payment.approvedAt,
  date_last_updated: (payment) => payment.updatedAt,
  money_release_date: (payment, { switches }) => releasedAt(payment, switches.moneyReleaseMs),
};

/**
 * `GET /v1/payments/search`: filters, order and paging. With the lag switch it answers an earlier
 * state. Throws MercadoPagoError (400) for a bad parameter.
 */
export function searchPayments(tenant: Tenant, query: URLSearchParams) {
  const found = seen(tenant).filter((payment) => matches(tenant, payment, query));
  const { paging, results } = pageOf(sorted(found, tenant, query), query, DEFAULT_LIMIT);
  if (paging.limit > MAX_LIMIT) throw badRequest([{ code: 1000, description: 'Number of rows exceeded the limits' }]);
  return { paging, results: results.map((payment) => present(tenant, payment)) };
}

/** The payments as the search sees them: their state `searchLagMs` ago. */
function seen(tenant: Tenant): Payment[] {
  const { searchLagMs } = tenant.switches;
  const payments = tenant.payments.values();
  if (searchLagMs === 0) return payments;
  const atMs = tenant.context.clock.now() - searchLagMs;
  return payments.flatMap((payment) => paymentAt(payment, atMs) ?? []);
}

function matches(tenant: Tenant, payment: Payment, query: URLSearchParams): boolean {
  const equal = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  return (
    equal('external_reference', payment.externalReference) &&
    equal('status', payment.status) &&
    equal('payment_method_id', payment.methodId) &&
    equal('payment_type_id', payment.typeId) &&
    inRange(tenant, payment, query)
  );
}

function inRange(tenant: Tenant, payment: Payment, query: URLSearchParams): boolean {
  const begin = query.get('begin_date');
  const end = query.get('end_date');
  if (begin === null && end === null) return true;
  const instant = instantOf(query.get('range') ?? 'date_created')(payment, tenant);
  if (instant === null) return false;
  return (begin === null || instant >= dateOf(begin)) && (end === null || instant <= dateOf(end));
}

/** Sorted; `desc` unless `criteria=asc`. Later payments win a tie. */
function sorted(payments: Payment[], tenant: Tenant, query: URLSearchParams): Payment[] {
  const instant = instantOf(query.get('sort') ?? 'date_created');
  const ascending = [...payments].sort((a, b) => (instant(a, tenant) ?? 0) - (instant(b, tenant) ?? 0));
  return query.get('criteria') === 'asc' ? ascending : ascending.reverse();
}

function instantOf(name: string): (payment: Payment, tenant: Tenant) => number | null {
  const instant = Object.hasOwn(INSTANTS, name) ? INSTANTS[name] : undefined;
  if (instant === undefined) throw badRequest([{ code: 1, description: `Params Error: ${name}` }]);
  return instant;
}

/** Parses a date. The API's relative form `NOW-1DAYS` is left out on purpose: we do not use it. */
function dateOf(text: string): number {
  const instant = parseDate(text);
  if (Number.isNaN(instant)) {
    throw badRequest([{ code: 1001, description: "Date format must be yyyy-MM-dd'T'HH:mm:ss.SSSZ" }]);
  }
  return instant;
}
