import { getRequestListener } from '@hono/node-server';
import * as cardRoute from '#app/c/[slug]/card.png/route.ts';
import * as giveRoute from '#app/c/[slug]/give/route.ts';
import * as confirmationRoute from '#app/checkout/confirmation/route.ts';
import * as donationRoute from '#app/checkout/donation/route.ts';
import * as qrRoute from '#app/checkout/qr/route.ts';
import * as redirectRoute from '#app/checkout/redirect/route.ts';
import * as dashboardRoute from '#app/dashboard/actions/[action]/route.ts';
import * as openApiRoute from '#app/openapi.json/route.ts';
import * as qaRoute from '#app/qa/route.ts';
import * as pdfRoute from '#app/receipt/[token]/pdf/route.ts';
import * as receiptKeysRoute from '#app/receipts/keys.json/route.ts';
import * as passkeyCreateRoute from '#app/sign-in/passkey/create/route.ts';
import * as passkeyUseRoute from '#app/sign-in/passkey/use/route.ts';
import * as signInRequestRoute from '#app/sign-in/request/route.ts';
import * as signInVerifyRoute from '#app/sign-in/verify/route.ts';
import * as webhookRoute from '#app/webhooks/[gateway]/route.ts';
import { type Route, type RouteHandler, router } from '#lib/http/router.ts';

/** Parts of the site that the tests need and Next serves in production; the handlers are the very same. */
const SITE: Route<RouteHandler>[] = [
  { path: '/c/{slug}/give', methods: giveRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/c/{slug}/card.png', methods: cardRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/webhooks/{gateway}', methods: webhookRoute },
  { path: '/checkout/donation', methods: donationRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/confirmation', methods: confirmationRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/redirect', methods: redirectRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/qr', methods: qrRoute },
  { path: '/qa', methods: qaRoute as Route<RouteHandler>['methods'] },
  { path: '/sign-in/request', methods: signInRequestRoute },
  { path: '/sign-in/verify', methods: signInVerifyRoute },
  { path: '/sign-in/passkey/use', methods: passkeyUseRoute },
  { path: '/sign-in/passkey/create', methods: passkeyCreateRoute },
  { path: '/dashboard/actions/{action}', methods: dashboardRoute },
  { path: '/receipt/{token}/pdf', methods: pdfRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/receipts/keys.json', methods: { GET: () => receiptKeysRoute.GET() } },
  { path: '/openapi.json', methods: { GET: async () => openApiRoute.GET() } },
];

/** Stands behind the front door where Next does in production. */
export const site = getRequestListener(answer, { overrideGlobalObjects: false });

const find = router(SITE);

function answer(request: Request): Promise<Response> {
  const match = find(request.method, new URL(request.url).pathname);
  if (match.kind === 'handler') return match.handler(request, { params: Promise.resolve(match.params) });
  return Promise.resolve(new Response(null, { status: 404 }));
}
