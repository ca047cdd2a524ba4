import { getRequestListener } from '@hono/node-server';
import * as cardRoute from '#app/c/[slug]/card.png/route.ts';
import * as giveRoute from '#app/c/[slug]/give/route.ts';
import * as banksRoute from '#app/checkout/banks/route.ts';
import * as confirmationRoute from '#app/checkout/confirmation/route.ts';
import * as donationRoute from '#app/checkout/donation/route.ts';
import * as qrRoute from '#app/checkout/qr/route.ts';
import * as receiptRoute from '#app/checkout/receipt/route.ts';
import * as redirectRoute from '#app/checkout/redirect/route.ts';
import * as textsRoute from '#app/checkout/texts/route.ts';
import * as dashboardRoute from '#app/dashboard/actions/[action]/route.ts';
import * as openApiRoute from '#app/openapi.json/route.ts';
import * as pictureRoute from '#app/pictures/[id]/[size]/route.ts';
import * as qaPartnerRoute from '#app/qa/partner/route.ts';
import * as qaRoute from '#app/qa/route.ts';
import * as pdfRoute from '#app/receipt/[token]/pdf/route.ts';
import * as receiptKeysRoute from '#app/receipts/keys.json/route.ts';
import * as sdkRoute from '#app/sdk/[file]/route.ts';
import * as passkeyCreateRoute from '#app/sign-in/passkey/create/route.ts';
import * as passkeyUseRoute from '#app/sign-in/passkey/use/route.ts';
import * as signInRequestRoute from '#app/sign-in/request/route.ts';
import * as signInVerifyRoute from '#app/sign-in/verify/route.ts';
import * as webhookRoute from '#app/webhooks/[gateway]/route.ts';
import { type Route, type RouteHandler, router } from '#lib/http/routes.ts';

/** Routes that Next serves in production; the handlers are the same. */
const SITE: Route<RouteHandler>[] = [
  { path: '/c/{slug}/give', methods: giveRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/c/{slug}/card.png', methods: cardRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/webhooks/{gateway}', methods: webhookRoute },
  { path: '/checkout/donation', methods: donationRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/confirmation', methods: confirmationRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/receipt', methods: receiptRoute },
  { path: '/checkout/redirect', methods: redirectRoute as Route<RouteHandler>['methods'] },
  { path: '/checkout/qr', methods: qrRoute },
  { path: '/checkout/banks', methods: banksRoute },
  { path: '/checkout/texts', methods: textsRoute },
  { path: '/qa', methods: qaRoute as Route<RouteHandler>['methods'] },
  { path: '/qa/partner', methods: qaPartnerRoute as Route<RouteHandler>['methods'] },
  { path: '/sign-in/request', methods: signInRequestRoute },
  { path: '/sign-in/verify', methods: signInVerifyRoute },
  { path: '/sign-in/passkey/use', methods: passkeyUseRoute },
  { path: '/sign-in/passkey/create', methods: passkeyCreateRoute },
  { path: '/dashboard/actions/{action}', methods: dashboardRoute },
  {
    path: '/pictures/{id}/{size}',
    methods: pictureRoute as unknown as Route<RouteHandler>['methods'],
  },
  { path: '/receipt/{token}/pdf', methods: pdfRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/receipts/keys.json', methods: { GET: () => receiptKeysRoute.GET() } },
  { path: '/sdk/{file}', methods: sdkRoute as unknown as Route<RouteHandler>['methods'] },
  { path: '/openapi.json', methods: { GET: async () => openApiRoute.GET() } },
];

/** Takes the place of Next behind server.ts. */
export const site = getRequestListener(answer, { overrideGlobalObjects: false });

const find = router(SITE);

function answer(request: Request): Promise<Response> {
  const match = find(request.method, new URL(request.url).pathname);
  if (match.kind === 'handler') return match.handler(request, { params: Promise.resolve(match.params) });
  return Promise.resolve(new Response(null, { status: 404 }));
}
