import { createRequire } from 'node:module';
import { MercadoPagoConfig } from 'mercadopago';
import { ControlError } from '../control-input.ts';
import type { Emulator } from '../emulator.ts';
import { startTestEmulators, type TestEmulators } from '../test-emulators.ts';

/** The address of the official SDK is a private constant, so it is replaced in the SDK's own module. */
const sdkSettings: { AppConfig: { BASE_URL: string } } = createRequire(import.meta.url)(
  'mercadopago/dist/utils/config',
);

/** The emulators of a test, and the control of each tenant. */
export type Host = TestEmulators & Record<'co' | 'mx', Pick<Emulator, 'control'>>;

export const SECRETS = { co: 'secret-co', mx: 'secret-mx' };
export const TOKENS = { co: 'TEST-co', mx: 'TEST-mx' };

/** Starts the emulators, and an application that records webhooks. `dataDir` keeps the state in files. */
export async function startHost(dataDir?: string): Promise<Host> {
  const emulators = await startTestEmulators(dataDir);
  const tenant = (code: 'co' | 'mx') => ({
    async control(action: string, input: unknown) {
      try {
        return await emulators.control(`mercado-pago-${code}/${action}`, input);
      } catch (cause) {
        // Only a refusal of control has a text; anything else is a failure.
        const { error } = JSON.parse((cause as Error).message);
        throw typeof error === 'string' ? new ControlError(error) : cause;
      }
    },
  });
  return { ...emulators, co: tenant('co'), mx: tenant('mx') };
}

/** Points the SDK at a tenant. The address applies to the whole process, so set it again before using another tenant. */
export function sdkFor(host: Host, code: 'co' | 'mx', token = TOKENS[code]): MercadoPagoConfig {
  sdkSettings.AppConfig.BASE_URL = `${host.url}/mercado-pago/${code}`;
  return new MercadoPagoConfig({ accessToken: token, options: { maxRetries: 0 } });
}

/** A call of the API without the SDK. */
export async function callApi(
  host: Host,
  code: 'co' | 'mx',
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${host.url}/mercado-pago/${code}${path}`, {
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
