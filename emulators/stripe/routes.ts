import { presentAccount } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { presentBalance } from './balance.ts';
import { cancelPayout, createManualPayout, listTransactions } from './balance-routes.ts';
import type { Endpoint } from './call.ts';
import { concedeDispute, updateDispute } from './dispute-routes.ts';
import { listEvents, retrieveEvent } from './event-routes.ts';
import {
  cancelIntent,
  captureHeld,
  confirm,
  createIntent,
  createMethod,
  retrieveIntent,
  updateIntent,
} from './intent-routes.ts';
import { requireSecretKey } from './keys.ts';
import { cancelRefund, listRefundsOfCharge, requestRefund, updateRefund } from './refund-routes.ts';
import { list, retrieve } from './resources.ts';

type Route = [method: 'GET' | 'POST', path: string, endpoint: Endpoint];

/** Endpoints that accept a publishable key. */
const PUBLISHABLE: Route[] = [
  ['POST', '/v1/payment_methods', createMethod],
  ['GET', '/v1/payment_intents/:id', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirm],
];

/** Endpoints that need a secret key. */
const SECRET: Route[] = [
  ['POST', '/v1/payment_intents', createIntent],
  ['GET', '/v1/payment_intents', list('/v1/payment_intents', (store: AccountStore) => store.intents)],
  ['POST', '/v1/payment_intents/:id', updateIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelIntent],
  ['POST', '/v1/payment_intents/:id/capture', captureHeld],
  ['GET', '/v1/payment_methods/:id', retrieve((store) => store.methods, 'PaymentMethod', 'payment_method')],
  ['GET', '/v1/charges', list('/v1/charges', (store: AccountStore) => store.charges, 'payment_intent')],
  ['GET', '/v1/charges/:id', retrieve((store) => store.charges, 'charge', 'id')],
  ['GET', '/v1/charges/:id/refunds', listRefundsOfCharge],
  ['POST', '/v1/refunds', requestRefund],
  [
    'GET',
    '/v1/refunds',
    list('/v1/refunds', (store: AccountStore) => store.refunds, 'payment_intent', 'charge'),
  ],
  ['GET', '/v1/refunds/:id', retrieve((store) => store.refunds, 'refund', 'refund')],
  ['POST', '/v1/refunds/:id', updateRefund],
  ['POST', '/v1/refunds/:id/cancel', cancelRefund],
  [
    'GET',
    '/v1/disputes',
    list('/v1/disputes', (store: AccountStore) => store.disputes, 'payment_intent', 'charge'),
  ],
  ['GET', '/v1/disputes/:id', retrieve((store) => store.disputes, 'dispute', 'dispute')],
  ['POST', '/v1/disputes/:id', updateDispute],
  ['POST', '/v1/disputes/:id/close', concedeDispute],
  ['GET', '/v1/balance_transactions', listTransactions],
  [
    'GET',
    '/v1/balance_transactions/:id',
    retrieve((store) => store.transactions, 'balance transaction', 'id'),
  ],
  ['GET', '/v1/balance', ({ store }) => presentBalance(store)],
  ['POST', '/v1/payouts', createManualPayout],
  ['GET', '/v1/payouts', list('/v1/payouts', (store: AccountStore) => store.payouts, 'status')],
  ['GET', '/v1/payouts/:id', retrieve((store) => store.payouts, 'payout', 'payout')],
  ['POST', '/v1/payouts/:id/cancel', cancelPayout],
  ['GET', '/v1/events', listEvents],
  ['GET', '/v1/events/:id', retrieveEvent],
  ['GET', '/v1/account', ({ store }) => presentAccount(store)],
];

const secretOnly =
  (endpoint: Endpoint): Endpoint =>
  (call) => {
    requireSecretKey(call.key);
    return endpoint(call);
  };

const ROUTES: Route[] = [
  ...PUBLISHABLE,
  ...SECRET.map(([method, path, endpoint]): Route => [method, path, secretOnly(endpoint)]),
];

const compiled = ROUTES.map(([method, path, endpoint]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}/?$`),
  endpoint,
}));

/** Finds the endpoint of a request and the ids in its path. */
export function findRoute(
  method: string,
  pathname: string,
): { endpoint: Endpoint; path: string[] } | undefined {
  for (const route of compiled) {
    const match = route.method === method ? route.pattern.exec(pathname) : null;
    if (match !== null) return { endpoint: route.endpoint, path: match.slice(1) };
  }
  return undefined;
}
