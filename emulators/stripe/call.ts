import type { AccountStore, Cause } from './account-store.ts';
import type { Key } from './keys.ts';
import type { Params } from './params.ts';
import type { Origin } from './payment-methods.ts';

/** A decoded API request, as an endpoint receives it. */
export type Call = {
  store: AccountStore;
  key: Key;
  params: Params;
  /** The ids in the path, in order. */
  path: string[];
  origin: Origin;
  /** For the `request` of the events it causes. */
  cause: Cause;
};

/** An endpoint returns a wire object, or throws StripeApiError. */
export type Endpoint = (call: Call) => object;
