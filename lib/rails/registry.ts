import { env } from '#lib/env.ts';
import { traceStep } from '#lib/trace.ts';
import { mercadoPagoPse } from './mercado-pago-pse/adapter.ts';
import { mercadoPagoWallet } from './mercado-pago-wallet/adapter.ts';
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
      traced(stripeRail(account === 'default' ? 'stripe' : `stripe-${account}`, keys, stripe.apiBase)),
    ]),
  );
  const redirects = new Map<string, RedirectRail[]>([
    ['co', mercadoPago.co ? [traced(mercadoPagoPse('mercado-pago-co', mercadoPago.co))] : []],
    ['mx', mercadoPago.mx ? [traced(mercadoPagoWallet('mercado-pago-mx', mercadoPago.mx))] : []],
  ]);
  const all: Rail[] = [...cards.values(), ...[...redirects.values()].flat()];
  return { cards, redirects, byGateway: new Map(all.map((rail) => [rail.gateway, rail])) };
}

/** The methods of rails that call the gateway. */
const CALLS: readonly (keyof Rail | keyof CardRail | keyof RedirectRail)[] = [
  ...(['start', 'retrieve', 'retrieveIntent', 'cancel', 'resume', 'findStarted', 'findPayment'] as const),
  ...(['refund', 'findRefund', 'readBooks', 'readBalance'] as const),
];

/** A rail whose calls are steps of the work that makes them, such as `stripe retrieve`. */
function traced<AnyRail extends Rail>(rail: AnyRail): AnyRail {
  const steps = Object.entries(rail).flatMap(([name, call]) =>
    typeof call === 'function' && CALLS.some((one) => one === name)
      ? [
          [
            name,
            (...input: unknown[]) => traceStep(`${rail.gateway} ${name}`, async () => Reflect.apply(call, rail, input)),
          ],
        ]
      : [],
  );
  return { ...rail, ...Object.fromEntries(steps) };
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
