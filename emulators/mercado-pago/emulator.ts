import type { Emulator, EmulatorContext } from '../emulator.ts';
import { answerApi } from './api-router.ts';
import { createMercadoPagoControl } from './controls.ts';
import { answerBankPage, showBankPage } from './pages/bank.ts';
import { notFoundPage } from './pages/not-found.ts';
import { STYLESHEET } from './pages/stylesheet.ts';
import { languageOf } from './pages/texts.ts';
import { pay, showWallet, signIn, signOut } from './pages/wallet.ts';
import { rejectOverdue, scheduleExpiries } from './payment-events.ts';
import { type MercadoPagoOptions, openTenant, type Tenant } from './tenant.ts';

/**
 * Creates one Mercado Pago account: PSE transfers in Colombia (`MCO`), the wallet in Mexico (`MLM`). It
 * answers in the wire format of the Payments and Preferences APIs, draws the bank's and the wallet's pages,
 * signs and sends webhooks. Sources: Mercado Pago's integration guides and the official SDK, which the tests
 * drive against it.
 */
export function createMercadoPagoEmulator(context: EmulatorContext, options: MercadoPagoOptions): Emulator {
  const tenant = openTenant(context, options);
  scheduleExpiries(tenant);
  return {
    name: options.name,
    prefix: options.prefix,
    handle: (request, url) => handle(tenant, request, url),
    control: createMercadoPagoControl(tenant),
  };
}

async function handle(tenant: Tenant, request: Request, url: URL): Promise<Response> {
  rejectOverdue(tenant);
  const path = url.pathname.slice(tenant.prefix.length) || '/';
  const page = await answerPage(tenant, request, url, path);
  return page ?? answerApi(tenant, request, url, path);
}

/** The pages for people; null for paths of the API. */
async function answerPage(tenant: Tenant, request: Request, url: URL, path: string): Promise<Response | null> {
  const bank = /^\/sandbox\/payments\/(\d+)\/bank_transfer$/.exec(path)?.[1];
  if (bank !== undefined && request.method === 'GET') {
    return showBankPage(tenant, request, bank, url.searchParams.get('hash'));
  }
  if (bank !== undefined && request.method === 'POST') return answerBankPage(tenant, request, bank);
  switch (`${request.method} ${path}`) {
    case 'GET /simulator.css':
      return stylesheet();
    case 'GET /checkout/v1/redirect':
      return showWallet(tenant, request, url);
    case 'GET /checkout/v1/logout':
      return signOut(tenant, request, url);
    case 'POST /checkout/v1/login':
      return signIn(tenant, request);
    case 'POST /checkout/v1/pay':
      return pay(tenant, request);
  }
  const isPage = path.startsWith('/sandbox/') || path.startsWith('/checkout/v1/');
  return isPage ? notFoundPage(tenant, languageOf(request), path.startsWith('/sandbox/') ? 'bank' : 'wallet') : null;
}

function stylesheet(): Response {
  return new Response(STYLESHEET, {
    headers: { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' },
  });
}
