import type { Endpoint } from './call.ts';
import {
  cancelIntent,
  captureHeld,
  confirm,
  createIntent,
  listIntents,
  retrieveIntent,
  updateIntent,
} from './intent-routes.ts';
import { requireSecretKey } from './keys.ts';
import {
  cancelRefund,
  createMethod,
  giveInDispute,
  listCharges,
  listDisputes,
  listEvents,
  listRefunds,
  listRefundsOfCharge,
  listTransactions,
  refund,
  retrieveAccount,
  retrieveCharge,
  retrieveDispute,
  retrieveEvent,
  retrieveMethod,
  retrieveRefund,
  retrieveTransaction,
  updateDispute,
  updateRefund,
} from './other-routes.ts';
import {
  cancelPayout,
  createManualPayout,
  listPayouts,
  retrieveBalance,
  retrievePayout,
} from './payout-routes.ts';

const secretOnly =
  (endpoint: Endpoint): Endpoint =>
  (call) => {
    requireSecretKey(call.key);
    return endpoint(call);
  };

/** Every endpoint of the emulated API. */
const ROUTES: [method: 'GET' | 'POST', path: string, endpoint: Endpoint][] = [
  ['POST', '/v1/payment_intents', secretOnly(createIntent)],
  ['GET', '/v1/payment_intents', listIntents],
  ['GET', '/v1/payment_intents/:id', retrieveIntent],
  ['POST', '/v1/payment_intents/:id', updateIntent],
  ['POST', '/v1/payment_intents/:id/confirm', confirm],
  ['POST', '/v1/payment_intents/:id/cancel', cancelIntent],
  ['POST', '/v1/payment_intents/:id/capture', captureHeld],
  ['POST', '/v1/payment_methods', createMethod],
  ['GET', '/v1/payment_methods/:id', retrieveMethod],
  ['GET', '/v1/charges', listCharges],
  ['GET', '/v1/charges/:id', retrieveCharge],
  ['GET', '/v1/charges/:id/refunds', listRefundsOfCharge],
  ['POST', '/v1/refunds', refund],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/refunds/:id', retrieveRefund],
  ['POST', '/v1/refunds/:id', updateRefund],
  ['POST', '/v1/refunds/:id/cancel', cancelRefund],
  ['GET', '/v1/disputes', listDisputes],
  ['GET', '/v1/disputes/:id', retrieveDispute],
  ['POST', '/v1/disputes/:id', secretOnly(updateDispute)],
  ['POST', '/v1/disputes/:id/close', secretOnly(giveInDispute)],
  ['GET', '/v1/balance_transactions', listTransactions],
  ['GET', '/v1/balance_transactions/:id', retrieveTransaction],
  ['GET', '/v1/balance', secretOnly(retrieveBalance)],
  ['POST', '/v1/payouts', secretOnly(createManualPayout)],
  ['GET', '/v1/payouts', secretOnly(listPayouts)],
  ['GET', '/v1/payouts/:id', secretOnly(retrievePayout)],
  ['POST', '/v1/payouts/:id/cancel', secretOnly(cancelPayout)],
  ['GET', '/v1/events', listEvents],
  ['GET', '/v1/events/:id', retrieveEvent],
  ['GET', '/v1/account', retrieveAccount],
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
