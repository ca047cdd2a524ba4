import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { MercadoPagoConfig } from 'mercadopago';
import { createWebhookSender } from '#emulators/webhooks/sender.ts';
import { createClock } from '../clock.ts';
import { ConnectionReset, type Emulator, type EmulatorContext } from '../emulator.ts';
import { createRandom } from '../random.ts';
import { createRequestLog } from '../request-log.ts';
import { openStore, type Store } from '../store.ts';
import { createMercadoPagoEmulator } from './emulator.ts';

/** The address of the official SDK is a private constant, so it is replaced in the SDK's own module. */
const sdkSettings: { AppConfig: { BASE_URL: string } } = createRequire(import.meta.url)(
  'mercadopago/dist/utils/config',
);

/** One webhook as the application would see it. */
export type Received = { url: URL; headers: Record<string, string>; body: unknown };

export type Host = {
  co: Emulator;
  mx: Emulator;
  context: EmulatorContext;
  origin: string;
  /** Webhooks received so far, oldest first. */
  received: Received[];
  /** Statuses of the receiver's next answers; 200 when there are none. */
  answers: number[];
  receiverUrl: string;
  close(): Promise<void>;
};

export const SECRETS = { co: 'secret-of-colombia', mx: 'secret-of-mexico' };
export const TOKENS = { co: 'TEST-emulator-co', mx: 'TEST-emulator-mx' };

/** Both tenants on a free port, and a receiver for their webhooks on another. */
export async function startHost(store: Store = openStore()): Promise<Host> {
  const received: Received[] = [];
  const answers: number[] = [];
  const receiver = await listen(async (request) => {
    received.push({
      url: new URL(request.url),
      headers: Object.fromEntries(request.headers),
      body: await request.json(),
    });
    return new Response(null, { status: answers.shift() ?? 200 });
  });
  let emulators: Emulator[] = [];
  const server = await listen((request, url) => {
    const emulator = emulators.find(({ prefix }) => url.pathname.startsWith(`${prefix}/`));
    return emulator?.handle(request, url) ?? Promise.resolve(new Response(null, { status: 404 }));
  });
  const context = createContext(store, server.origin);
  const tenant = (code: 'co' | 'mx') =>
    createMercadoPagoEmulator(context, {
      name: `mercado-pago-${code}`,
      site: code === 'co' ? 'MCO' : 'MLM',
      prefix: `/mercado-pago/${code}`,
      accessToken: TOKENS[code],
      webhookSecret: SECRETS[code],
      webhookUrl: `${receiver.origin}/webhooks/mercado-pago-${code}`,
    });
  const co = tenant('co');
  const mx = tenant('mx');
  emulators = [co, mx];
  return {
    co,
    mx,
    context,
    origin: server.origin,
    received,
    answers,
    receiverUrl: receiver.origin,
    async close() {
      context.clock.close();
      await Promise.all([server.stop(), receiver.stop()]);
      store.close();
    },
  };
}

/** Points the SDK at a tenant. The address applies to the whole process, so set it again before using another tenant. */
export function sdkFor(host: Host, code: 'co' | 'mx', token = TOKENS[code]): MercadoPagoConfig {
  sdkSettings.AppConfig.BASE_URL = `${host.origin}/mercado-pago/${code}`;
  return new MercadoPagoConfig({ accessToken: token, options: { maxRetries: 0 } });
}

/** A call of the API without the SDK. */
export async function callApi(
  host: Host,
  code: 'co' | 'mx',
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${host.origin}/mercado-pago/${code}${path}`, {
    method: init.method ?? 'GET',
    headers: { authorization: `Bearer ${TOKENS[code]}`, 'content-type': 'application/json', ...init.headers },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** A new PSE payment of the Colombian tenant, as the API answers it. */
export async function newTransfer(host: Host, overrides: Record<string, unknown> = {}) {
  const { body } = await callApi(host, 'co', '/v1/payments', {
    method: 'POST',
    body: transferBody(overrides),
    headers: { 'x-idempotency-key': newKey() },
  });
  return body;
}

/** `status/status_detail` of a payment of the Colombian tenant. */
export async function statusOf(host: Host, id: number): Promise<string> {
  const { body } = await callApi(host, 'co', `/v1/payments/${id}`);
  return `${body.status}/${body.status_detail}`;
}

/** A complete, valid PSE payment; `overrides` replaces top-level fields. */
export function transferBody(overrides: Record<string, unknown> = {}) {
  return {
    transaction_amount: 5000,
    description: 'Donación',
    payment_method_id: 'pse',
    external_reference: 'chl_1',
    callback_url: 'http://localhost:3000/checkout/return?ref=chl_1',
    additional_info: { ip_address: '186.80.1.2' },
    transaction_details: { financial_institution: '1009' },
    payer: {
      email: 'ana@example.org',
      entity_type: 'individual',
      first_name: 'Ana',
      last_name: 'Gómez',
      identification: { type: 'CC', number: '76262349' },
      address: {
        zip_code: '11001',
        street_name: 'Calle 72',
        street_number: '10',
        neighborhood: 'Chapinero',
        city: 'Bogotá',
        federal_unit: 'DC',
      },
      phone: { area_code: '301', number: '5551234' },
    },
    ...overrides,
  };
}

/** A complete, valid wallet preference. */
export function preferenceBody(overrides: Record<string, unknown> = {}) {
  return {
    items: [{ id: 'chl_2', title: 'Donativo', quantity: 1, unit_price: 250, currency_id: 'MXN' }],
    purpose: 'wallet_purchase',
    external_reference: 'chl_2',
    back_urls: {
      success: 'http://localhost:3000/checkout/return?ref=chl_2',
      pending: 'http://localhost:3000/checkout/return?ref=chl_2',
      failure: 'http://localhost:3000/checkout/return?ref=chl_2',
    },
    auto_return: 'approved',
    ...overrides,
  };
}

let keys = 0;

/** An unused idempotency key. */
export function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

function createContext(store: Store, publicUrl: string): EmulatorContext {
  const clock = createClock();
  return {
    clock,
    store,
    log: createRequestLog(clock),
    webhooks: createWebhookSender(clock, store),
    random: createRandom().next,
    publicUrl,
    appUrl: 'http://localhost:3000',
  };
}

async function listen(answer: (request: Request, url: URL) => Promise<Response>) {
  const server: Server = createServer(
    getRequestListener(async (request, bindings) => {
      try {
        return await answer(request, new URL(request.url));
      } catch (cause) {
        if (!(cause instanceof ConnectionReset)) throw cause;
        (bindings as { incoming: IncomingMessage }).incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
