import { createRouter, type Route } from '../router.ts';
import { presentBalance } from './balance.ts';
import type { Call, Endpoint } from './call.ts';
import { cancelIntent, confirm, createIntent, retrieveIntent, updateIntent } from './intent-routes.ts';
import { requireSecretKey } from './keys.ts';
import { createRefund } from './refunds.ts';
import { eventsOf, list, retrieve, transactionsOf } from './resources.ts';

/** Endpoints that accept a publishable key. */
const PUBLISHABLE: Route<Endpoint>[] = [
  ['GET', '/v1/payment_intents/:id', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirm],
];

/** Endpoints that need a secret key. */
const SECRET: Route<Endpoint>[] = [
  ['POST', '/v1/payment_intents', createIntent],
  list('/v1/payment_intents', ({ store }: Call) => store.intents.values()),
  ['POST', '/v1/payment_intents/:id', updateIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelIntent],
  list('/v1/charges', ({ store }: Call) => store.charges.values(), 'payment_intent'),
  retrieve('/v1/charges', (store) => store.charges, 'charge', 'id'),
  ['POST', '/v1/refunds', ({ store, params, cause }) => createRefund(store, params, cause)],
  list('/v1/refunds', ({ store }: Call) => store.refunds.values(), 'payment_intent', 'charge'),
  retrieve('/v1/refunds', (store) => store.refunds, 'refund', 'refund'),
  list('/v1/disputes', ({ store }: Call) => store.disputes.values(), 'payment_intent', 'charge'),
  list('/v1/balance_transactions', transactionsOf, 'source', 'type', 'currency'),
  retrieve('/v1/balance_transactions', (store) => store.transactions, 'balance transaction', 'id'),
  ['GET', '/v1/balance', ({ store }) => presentBalance(store)],
  list('/v1/payouts', ({ store }: Call) => store.payouts.values(), 'status'),
  list('/v1/events', eventsOf),
  retrieve('/v1/events', (store) => store.events, 'event', 'id'),
];

const secretOnly =
  (endpoint: Endpoint): Endpoint =>
  (call) => {
    requireSecretKey(call.key);
    return endpoint(call);
  };

/** Finds the endpoint of a request and the ids in its path. */
export const findRoute = createRouter([
  ...PUBLISHABLE,
  ...SECRET.map(([method, path, endpoint]): Route<Endpoint> => [method, path, secretOnly(endpoint)]),
]);
