import { timingSafeEqual } from 'node:crypto';
import { createRouter } from '../router.ts';
import { presentBalance } from './account.ts';
import { oneChargeback, searchChargebacks } from './chargebacks.ts';
import { badRequest, errorResponse, MercadoPagoError, notFound, refusal } from './errors.ts';
import { cancelOrder, createOrder, readOrder, searchOrders } from './orders-api.ts';
import { findPayment } from './payment-events.ts';
import { paymentMethods } from './payment-methods.ts';
import { changePayment, createPayment, present } from './payments-api.ts';
import { changePreference, createPreference, readPreference, searchPreferences } from './preferences-api.ts';
import { referencesIn } from './references.ts';
import { createRefund, listRefunds, oneRefund } from './refunds-api.ts';
import { downloadReport, readTask, requestReport } from './reports.ts';
import { searchPayments } from './search-payments.ts';
import { newUuid, type Tenant } from './tenant.ts';

type Call = {
  tenant: Tenant;
  query: URLSearchParams;
  /** The variable parts of the path. */
  ids: readonly string[];
  key: string | null;
  rawBody: string;
  body: unknown;
};
type Answer = { status: number; body: unknown; type?: 'text/csv' };
type Endpoint = (call: Call) => Answer;

const ok = (body: unknown): Answer => ({ status: 200, body });
const created = (body: unknown): Answer => ({ status: 201, body });
const REPORT = '/v1/account/settlement_report';

/** The API, one row per call; more specific paths come first. */
const findRoute = createRouter<Endpoint>([
  ['GET', '/v1/payment_methods', ({ tenant }) => ok(paymentMethods(tenant.site, !tenant.switches.emptyBankList))],
  ['POST', '/v1/payments', (call) => created(createPayment(call.tenant, call))],
  ['GET', '/v1/payments/search', ({ tenant, query }) => ok(searchPayments(tenant, query))],
  ['GET', '/v1/payments/:id', ({ tenant, ids: [id = ''] }) => ok(present(tenant, findPayment(tenant, id)))],
  ['PUT', '/v1/payments/:id', ({ tenant, ids: [id = ''], body }) => ok(changePayment(tenant, id, body))],
  ['POST', '/v1/payments/:id/refunds', (call) => createRefund(call.tenant, call.ids[0] ?? '', call)],
  ['GET', '/v1/payments/:id/refunds', ({ tenant, ids: [id = ''] }) => ok(listRefunds(tenant, id))],
  [
    'GET',
    '/v1/payments/:id/refunds/:id',
    ({ tenant, ids: [id = '', refund = ''] }) => ok(oneRefund(tenant, id, refund)),
  ],
  ['GET', '/v1/chargebacks/search', ({ tenant, query }) => ok(searchChargebacks(tenant, query))],
  ['GET', '/v1/chargebacks/:id', ({ tenant, ids: [id = ''] }) => ok(oneChargeback(tenant, id))],
  ['POST', '/checkout/preferences', ({ tenant, body }) => created(createPreference(tenant, body))],
  ['GET', '/checkout/preferences/search', ({ tenant, query }) => ok(searchPreferences(tenant, query))],
  ['GET', '/checkout/preferences/:id', ({ tenant, ids: [id = ''] }) => ok(readPreference(tenant, id))],
  ['PUT', '/checkout/preferences/:id', ({ tenant, ids: [id = ''], body }) => ok(changePreference(tenant, id, body))],
  ['POST', '/v1/orders', (call) => created(createOrder(call.tenant, call))],
  ['GET', '/v1/orders', ({ tenant, query }) => ok(searchOrders(tenant, query))],
  ['GET', '/v1/orders/:id', ({ tenant, ids: [id = ''] }) => ok(readOrder(tenant, id))],
  ['POST', '/v1/orders/:id/cancel', ({ tenant, ids: [id = ''] }) => ok(cancelOrder(tenant, id))],
  ['POST', REPORT, ({ tenant, body }) => ({ status: 202, body: requestReport(tenant, body) })],
  ['GET', `${REPORT}/task/:id`, ({ tenant, ids: [id = ''] }) => ok(readTask(tenant, id))],
  [
    'GET',
    `${REPORT}/:id`,
    ({ tenant, ids: [name = ''] }) => ({ ...ok(downloadReport(tenant, name)), type: 'text/csv' }),
  ],
  ['GET', '/users/:id/mercadopago_account/balance', ({ tenant }) => ok(presentBalance(tenant))],
  ['GET', '/users/me', ({ tenant }) => ok(account(tenant))],
]);

/**
 * Answers an API call: token, route, body, work, under the armed failures.
 * @param path below the tenant's prefix. Throws ConnectionReset when a failure requires it.
 */
export async function answerApi(tenant: Tenant, request: Request, url: URL, path: string): Promise<Response> {
  const requestId = newUuid(tenant.context);
  const rawBody = await request.text();
  const plainPath = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const run = async () => {
    try {
      return render(work(tenant, request, { url, path: plainPath, rawBody }), requestId);
    } catch (cause) {
      if (cause instanceof MercadoPagoError) return errorResponse(cause, requestId, plainPath);
      throw cause;
    }
  };
  const refuse = (status: number, code?: string) => errorResponse(refusal(status, code), requestId, plainPath);
  const references = referencesOf(tenant, url, { path: plainPath, rawBody });
  const failing = { method: request.method, path: plainPath, references, signal: request.signal };
  return tenant.failures.around(failing, run, refuse);
}

/** The external references of a call: in its query, in its body, or of the payment, preference or order in its path. */
function referencesOf(tenant: Tenant, url: URL, { path, rawBody }: { path: string; rawBody: string }) {
  const [, payment] = /^\/v1\/payments\/([^/]+)/.exec(path) ?? [];
  const [, preference] = /^\/checkout\/preferences\/([^/]+)/.exec(path) ?? [];
  const [, order] = /^\/v1\/orders\/([^/]+)/.exec(path) ?? [];
  const found = [
    url.searchParams.get('external_reference'),
    /"external_reference"\s*:\s*"([^"]+)"/.exec(rawBody)?.[1],
    tenant.payments.get(payment ?? '')?.externalReference,
    tenant.preferences.get(preference ?? '')?.externalReference,
    order && tenant.orders.get(order) && readOrder(tenant, order).external_reference,
  ];
  return found.flatMap(referencesIn);
}

function work(tenant: Tenant, request: Request, input: { url: URL; path: string; rawBody: string }): Answer {
  const { url, path, rawBody } = input;
  authorize(tenant, request);
  const route = findRoute(request.method, path);
  if (route === undefined) throw notFound('Resource');
  const key = request.headers.get('x-idempotency-key');
  const { ids } = route;
  return route.endpoint({ tenant, query: url.searchParams, ids, key, rawBody, body: parseBody(rawBody) });
}

/** Accepts the account's own token only. */
function authorize(tenant: Tenant, request: Request): void {
  const authorization = request.headers.get('authorization');
  if (authorization === null) {
    throw new MercadoPagoError(401, 'unauthorized', 'authorization value not present');
  }
  const given = Buffer.from(authorization.replace(/^Bearer /i, ''));
  const known = Buffer.from(tenant.accessToken);
  if (given.length !== known.length || !timingSafeEqual(given, known)) throw refusal(401);
}

function account(tenant: Tenant) {
  const { collectorId, merchant } = tenant.facts;
  return { id: collectorId, nickname: merchant, site_id: tenant.site, tags: ['test_user'] };
}

function render({ status, body, type }: Answer, requestId: string): Response {
  const headers = { 'x-request-id': requestId, 'cache-control': 'no-store' };
  if (type !== undefined) {
    return new Response(String(body), {
      status,
      headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
    });
  }
  if (body === null) return new Response('', { status, headers });
  return Response.json(body, { status, headers });
}

/** An absent body is undefined: a refund of the full amount has none. */
function parseBody(rawBody: string): unknown {
  if (rawBody === '') return undefined;
  try {
    return JSON.parse(rawBody);
  } catch {
    throw badRequest([{ code: 1, description: 'Params Error: the body is not JSON' }]);
  }
}
