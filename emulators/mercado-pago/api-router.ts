import { timingSafeEqual } from 'node:crypto';
import { presentBalance } from './account.ts';
import { oneChargeback, searchChargebacks } from './chargebacks.ts';
import { badRequest, errorResponse, MercadoPagoError, notFound, refusal } from './errors.ts';
import { findPayment } from './payment-events.ts';
import { identificationTypes, paymentMethods } from './payment-methods.ts';
import { changePayment, createPayment, present } from './payments-api.ts';
import { changePreference, createPreference, readPreference, searchPreferences } from './preferences-api.ts';
import { createRefund, listRefunds, oneRefund } from './refunds-api.ts';
import { REPORT_KINDS, type ReportKind } from './report.ts';
import { downloadReport, listReports, readTask, requestReport } from './reports.ts';
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
type Route = { method: string; path: RegExp; run: (call: Call) => Answer };

const ok = (body: unknown): Answer => ({ status: 200, body });
const first = (call: Call) => call.ids[0] ?? '';

/** The API, one row per call; more specific paths come first. */
const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/v1\/payment_methods$/, run: ({ tenant }) => ok(listMethods(tenant)) },
  { method: 'GET', path: /^\/v1\/payment_methods\/search$/, run: searchMethods },
  {
    method: 'GET',
    path: /^\/v1\/identification_types$/,
    run: ({ tenant }) => ok(identificationTypes(tenant.site)),
  },
  { method: 'POST', path: /^\/v1\/payments$/, run: (call) => created(createPayment(call.tenant, call)) },
  {
    method: 'GET',
    path: /^\/v1\/payments\/search$/,
    run: ({ tenant, query }) => ok(searchPayments(tenant, query)),
  },
  {
    method: 'GET',
    path: /^\/v1\/payments\/([^/]+)$/,
    run: (call) => ok(present(call.tenant, findPayment(call.tenant, first(call)))),
  },
  {
    method: 'PUT',
    path: /^\/v1\/payments\/([^/]+)$/,
    run: (call) => ok(changePayment(call.tenant, first(call), call.body)),
  },
  {
    method: 'POST',
    path: /^\/v1\/payments\/([^/]+)\/refunds$/,
    run: (call) => createRefund(call.tenant, first(call), call),
  },
  {
    method: 'GET',
    path: /^\/v1\/payments\/([^/]+)\/refunds$/,
    run: (call) => ok(listRefunds(call.tenant, first(call))),
  },
  {
    method: 'GET',
    path: /^\/v1\/payments\/([^/]+)\/refunds\/([^/]+)$/,
    run: (call) => ok(oneRefund(call.tenant, first(call), call.ids[1] ?? '')),
  },
  {
    method: 'GET',
    path: /^\/v1\/chargebacks\/search$/,
    run: ({ tenant, query }) => ok(searchChargebacks(tenant, query)),
  },
  {
    method: 'GET',
    path: /^\/v1\/chargebacks\/([^/]+)$/,
    run: (call) => ok(oneChargeback(call.tenant, first(call))),
  },
  {
    method: 'POST',
    path: /^\/checkout\/preferences$/,
    run: ({ tenant, body }) => created(createPreference(tenant, body)),
  },
  {
    method: 'GET',
    path: /^\/checkout\/preferences\/search$/,
    run: ({ tenant, query }) => ok(searchPreferences(tenant, query)),
  },
  {
    method: 'GET',
    path: /^\/checkout\/preferences\/([^/]+)$/,
    run: (call) => ok(readPreference(call.tenant, first(call))),
  },
  {
    method: 'PUT',
    path: /^\/checkout\/preferences\/([^/]+)$/,
    run: (call) => ok(changePreference(call.tenant, first(call), call.body)),
  },
  ...REPORT_KINDS.flatMap(reportRoutes),
  {
    method: 'GET',
    path: /^\/users\/(\d+)\/mercadopago_account\/balance$/,
    run: ({ tenant }) => ok(presentBalance(tenant)),
  },
  { method: 'GET', path: /^\/users\/me$/, run: ({ tenant }) => ok(account(tenant)) },
];

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
      if (cause instanceof MercadoPagoError) return errorResponse(cause, requestId);
      throw cause;
    }
  };
  const refuse = (status: number, code?: string) => errorResponse(refusal(status, code), requestId);
  const references = referencesOf(tenant, url, { path: plainPath, rawBody });
  const failing = { method: request.method, path: plainPath, references, signal: request.signal };
  return tenant.failures.around(failing, run, refuse);
}

/** The external reference of a call: in its query, in its body, or of the payment or preference in its path. */
function referencesOf(tenant: Tenant, url: URL, { path, rawBody }: { path: string; rawBody: string }) {
  const [, payment] = /^\/v1\/payments\/([^/]+)/.exec(path) ?? [];
  const [, preference] = /^\/checkout\/preferences\/([^/]+)/.exec(path) ?? [];
  const found = [
    url.searchParams.get('external_reference'),
    /"external_reference"\s*:\s*"([^"]+)"/.exec(rawBody)?.[1],
    tenant.payments.get(payment ?? '')?.externalReference,
    tenant.preferences.get(preference ?? '')?.externalReference,
  ];
  return found.filter((reference) => typeof reference === 'string');
}

function work(tenant: Tenant, request: Request, input: { url: URL; path: string; rawBody: string }): Answer {
  const { url, path, rawBody } = input;
  authorize(tenant, request, url, path);
  for (const route of ROUTES) {
    const match = route.method === request.method ? route.path.exec(path) : null;
    if (match === null) continue;
    const ids = match.slice(1).map(decodeSegment);
    const key = request.headers.get('x-idempotency-key');
    return route.run({ tenant, query: url.searchParams, ids, key, rawBody, body: parseBody(rawBody) });
  }
  throw notFound('Resource');
}

/** Accepts the account's own token only; the list of banks also accepts the public key of a test account. */
function authorize(tenant: Tenant, request: Request, url: URL, path: string): void {
  const isPublic =
    path === '/v1/payment_methods/search' && url.searchParams.get('public_key')?.startsWith('TEST-');
  if (isPublic) return;
  const authorization = request.headers.get('authorization');
  if (authorization === null) {
    throw new MercadoPagoError(401, 'unauthorized', 'authorization value not present');
  }
  const given = Buffer.from(authorization.replace(/^Bearer /i, ''));
  const known = Buffer.from(tenant.accessToken);
  if (given.length !== known.length || !timingSafeEqual(given, known)) throw refusal(401);
}

function listMethods(tenant: Tenant) {
  return paymentMethods(tenant.site, !tenant.switches.emptyBankList);
}

/** `GET /v1/payment_methods/search?site_id=&id=`: the same list, filtered and paged. */
function searchMethods({ tenant, query }: Call): Answer {
  const site = query.get('site_id');
  const id = query.get('id');
  const found = listMethods(tenant).filter((method) => id === null || method.id === id);
  const results = site === null || site === tenant.site ? found : [];
  return ok({ paging: { total: results.length, limit: 30, offset: 0 }, results });
}

function account(tenant: Tenant) {
  const { collectorId, merchant } = tenant.facts;
  return { id: collectorId, nickname: merchant, site_id: tenant.site, tags: ['test_user'] };
}

function created(body: unknown): Answer {
  return { status: 201, body };
}

function reportRoutes(kind: ReportKind): Route[] {
  const at = (rest: string) => new RegExp(`^/v1/account/${kind}_report${rest}$`);
  return [
    {
      method: 'POST',
      path: at(''),
      run: ({ tenant, body }) => ({ status: 202, body: requestReport(tenant, kind, body) }),
    },
    { method: 'GET', path: at('/list'), run: ({ tenant }) => ok(listReports(tenant, kind)) },
    {
      method: 'GET',
      path: at('/task/([^/]+)'),
      run: (call) => ok(readTask(call.tenant, kind, first(call))),
    },
    {
      method: 'GET',
      path: at('/([^/]+)'),
      run: (call) => ({ ...ok(downloadReport(call.tenant, kind, first(call))), type: 'text/csv' }),
    },
  ];
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

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw notFound('Resource');
  }
}
