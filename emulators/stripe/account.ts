import type { AccountStore } from './account-store.ts';

/** The account of a key, with what is needed to check the key at start. */
export function presentAccount({ accountId: id, account }: AccountStore): object {
  return {
    id,
    object: 'account',
    business_profile: { name: `Emulated account ${account}` },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: true,
    type: 'standard',
  };
}
