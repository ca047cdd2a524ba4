import { env } from '#lib/env.ts';
import type { CardRail, Rail } from './port.ts';
import { stripeRail } from './stripe/adapter.ts';

type Registry = { cards: ReadonlyMap<string, CardRail>; byGateway: ReadonlyMap<string, Rail> };

const REGISTRY = Symbol.for('fundraising.rails');
type Holder = { [REGISTRY]?: Registry };

function registry(): Registry {
  const holder = globalThis as Holder;
  holder[REGISTRY] ??= build();
  return holder[REGISTRY];
}

function build(): Registry {
  const { stripe } = env();
  const cards = new Map<string, CardRail>();
  for (const [account, keys] of Object.entries(stripe.accounts))
    cards.set(
      account,
      stripeRail(account === 'default' ? 'stripe' : `stripe-${account}`, keys, stripe.apiBase),
    );
  return { cards, byGateway: new Map([...cards.values()].map((rail) => [rail.gateway, rail])) };
}

/** The card account that serves causes of a country (lower case): its own, else the default one. */
export function cardRailFor(country: string): CardRail | undefined {
  const { cards } = registry();
  return cards.get(country) ?? cards.get('default');
}

/** The rail of a gateway account, by the name stored with a payment and used in its webhook's address. */
export function railByGateway(gateway: string): Rail | undefined {
  return registry().byGateway.get(gateway);
}
