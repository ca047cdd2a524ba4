import { env } from '#lib/env.ts';
import { countGatewayCall } from '#lib/metrics.ts';
import { traceStep } from '#lib/trace.ts';
import { mercadoPagoPse } from './mercado-pago-pse/adapter.ts';
import { mercadoPagoWallet } from './mercado-pago-wallet/adapter.ts';
import { isGatewayError } from './port/errors.ts';
import type { CardRail, Rail, RedirectRail } from './port/rail.ts';
import { stripeRail } from './stripe/adapter.ts';
import { WEBHOOK_EVENTS } from './stripe/events.ts';

/** The events that a webhook endpoint of a card account subscribes to. */
export const STRIPE_WEBHOOK_EVENTS: readonly string[] = WEBHOOK_EVENTS;

type Registry = {
  /** By account: `default`, or a lower-case country. */
  cards: ReadonlyMap<string, CardRail>;
  /** By lower-case country. */
  redirects: ReadonlyMap<string, RedirectRail[]>;
  byGateway: ReadonlyMap<string, Rail>;
};

const REGISTRY = Symbol.for('fundraising.rails');
type Holder = { [REGISTRY]?: Registry };

function registry(): Registry {
  const holder = globalThis as Holder;
  holder[REGISTRY] ??= build();
  return holder[REGISTRY];
}

/** Every gateway account of this deployment. A rail without keys is missing here, and so not offered. */
function build(): Registry {
  const { stripe, mercadoPago } = env();
  const cards = new Map(
    Object.entries(stripe.accounts).map(([account, keys]) => [
      account,
      observed(stripeRail(account === 'default' ? 'stripe' : `stripe-${account}`, keys, stripe.apiBase)),
    ]),
  );
  const redirects = new Map<string, RedirectRail[]>([
    ['co', mercadoPago.co ? [observed(mercadoPagoPse('mercado-pago-co', mercadoPago.co))] : []],
    ['mx', mercadoPago.mx ? [observed(mercadoPagoWallet('mercado-pago-mx', mercadoPago.mx))] : []],
  ]);
  const all: Rail[] = [...cards.values(), ...[...redirects.values()].flat()];
  return { cards, redirects, byGateway: new Map(all.map((rail) => [rail.gateway, rail])) };
}

/** The methods of rails that call the gateway. */
const CALLS: readonly (keyof Rail | keyof CardRail | keyof RedirectRail)[] = [
  ...(['start', 'retrieve', 'retrieveIntent', 'cancel', 'resume', 'findStarted', 'findPayment'] as const),
  ...(['refund', 'findRefund', 'readBooks', 'readBalance'] as const),
];

/** A rail whose calls are counted, and are steps of the work that makes them, such as `stripe retrieve`. */
function observed<AnyRail extends Rail>(rail: AnyRail): AnyRail {
  const calls = Object.entries(rail).flatMap(([name, call]) => {
    if (typeof call !== 'function' || !CALLS.some((one) => one === name)) return [];
    const make = async (input: unknown[]) => Reflect.apply(call, rail, input);
    return [
      [name, (...input: unknown[]) => traceStep(`${rail.gateway} ${name}`, () => counted(rail.gateway, make(input)))],
    ];
  });
  return { ...rail, ...Object.fromEntries(calls) };
}

/** Counts a call by its outcome. What a gateway refuses, it has answered. */
async function counted<Answer>(gateway: string, call: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await call;
    countGatewayCall(gateway, 'answered');
    return answer;
  } catch (error) {
    const failure = isGatewayError(error) ? error.failure : 'failed';
    countGatewayCall(gateway, failure === 'unreachable' || failure === 'failed' ? failure : 'answered');
    throw error;
  }
}

/** The card account that serves causes of a country (lower case): its own, else the default one. */
export function cardRailFor(country: string): CardRail | undefined {
  const { cards } = registry();
  return cards.get(country) ?? cards.get('default');
}

/** The bank transfers and wallets of a country (lower case), in the order they are offered. */
export function redirectRailsFor(country: string): RedirectRail[] {
  return registry().redirects.get(country) ?? [];
}

/** The names of every gateway account of this deployment. */
export function gatewayNames(): string[] {
  return [...registry().byGateway.keys()];
}

/** The rail of a gateway account, by the name stored with a payment and used in its webhook's address. */
export function railByGateway(gateway: string): Rail | undefined {
  return registry().byGateway.get(gateway);
}
