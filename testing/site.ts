import { getRequestListener } from '@hono/node-server';
import { type RouteHandler, router } from '#lib/http/routes.ts';

/** Route files that Next serves in production. Each is loaded by its first request: most tests need few of them. */
const SITE: Record<string, () => Promise<object>> = {
  '/c/{slug}/give': () => import('#app/c/[slug]/give/route.ts'),
  '/c/{slug}/card.png': () => import('#app/c/[slug]/card.png/route.ts'),
  '/webhooks/{gateway}': () => import('#app/webhooks/[gateway]/route.ts'),
  '/checkout/donation': () => import('#app/checkout/donation/route.ts'),
  '/checkout/confirmation': () => import('#app/checkout/confirmation/route.ts'),
  '/checkout/receipt': () => import('#app/checkout/receipt/route.ts'),
  '/checkout/redirect': () => import('#app/checkout/redirect/route.ts'),
  '/checkout/qr': () => import('#app/checkout/qr/route.ts'),
  '/checkout/banks': () => import('#app/checkout/banks/route.ts'),
  '/checkout/texts': () => import('#app/checkout/texts/route.ts'),
  '/qa': () => import('#app/qa/route.ts'),
  '/qa/partner': () => import('#app/qa/partner/route.ts'),
  '/qa/publish': () => import('#app/qa/publish/route.ts'),
  '/sign-in/request': () => import('#app/sign-in/request/route.ts'),
  '/sign-in/verify': () => import('#app/sign-in/verify/route.ts'),
  '/sign-in/passkey/use': () => import('#app/sign-in/passkey/use/route.ts'),
  '/sign-in/passkey/create': () => import('#app/sign-in/passkey/create/route.ts'),
  '/dashboard/actions/{action}': () => import('#app/dashboard/actions/[action]/route.ts'),
  '/dashboard/staff/export/{list}': () => import('#app/dashboard/staff/export/[list]/route.ts'),
  '/dashboard/staff/creators/{id}/export': () => import('#app/dashboard/staff/creators/[id]/export/route.ts'),
  '/dashboard/staff/donors/{id}/export': () => import('#app/dashboard/staff/donors/[id]/export/route.ts'),
  '/dashboard/staff/bank-accounts/{id}/evidence': () =>
    import('#app/dashboard/staff/bank-accounts/[id]/evidence/route.ts'),
  '/dashboard/staff/withdrawals/batches/{id}/{format}': () =>
    import('#app/dashboard/staff/withdrawals/batches/[id]/[format]/route.ts'),
  '/pictures/{id}/{size}': () => import('#app/pictures/[id]/[size]/route.ts'),
  '/receipt/{token}/pdf': () => import('#app/receipt/[token]/pdf/route.ts'),
  '/receipts/keys.json': () => import('#app/receipts/keys.json/route.ts'),
  '/sdk/{file}': () => import('#app/sdk/[file]/route.ts'),
  '/openapi.json': () => import('#app/openapi.json/route.ts'),
};
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Takes the place of Next behind server.ts. */
export const site = getRequestListener(answer, { overrideGlobalObjects: false });

const find = router(
  Object.entries(SITE).map(([path, load]) => ({
    path,
    methods: Object.fromEntries(METHODS.map((method) => [method, lazily(load, method)])),
  })),
);

/** The handler of a method, as the route file exports it. */
function lazily(load: () => Promise<object>, method: string): RouteHandler {
  return async (request, context) => {
    const handlers = (await load()) as Partial<Record<string, RouteHandler>>;
    return handlers[method]?.(request, context) ?? notFound();
  };
}

function answer(request: Request): Promise<Response> {
  const match = find(request.method, new URL(request.url).pathname);
  if (match.kind === 'handler') return match.handler(request, { params: Promise.resolve(match.params) });
  return Promise.resolve(notFound());
}

const notFound = () => new Response(null, { status: 404 });
