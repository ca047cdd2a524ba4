import { BANKS } from './banks.ts';
import type { Site } from './sites.ts';

/** PSE's limits, in pesos. */
export const PSE_MIN = 1600;
export const PSE_MAX = 340_000_000;

type Method = { id: string; name: string; payment_type_id: string; min: number; max: number };

const METHODS: Record<Site, readonly Method[]> = {
  MCO: [
    { id: 'visa', name: 'Visa', payment_type_id: 'credit_card', min: 1000, max: 200_000_000 },
    { id: 'master', name: 'Mastercard', payment_type_id: 'credit_card', min: 1000, max: 200_000_000 },
    { id: 'pse', name: 'PSE', payment_type_id: 'bank_transfer', min: PSE_MIN, max: PSE_MAX },
  ],
  MLM: [
    {
      id: 'account_money',
      name: 'Dinero en mi cuenta',
      payment_type_id: 'account_money',
      min: 0,
      max: 500_000,
    },
    { id: 'visa', name: 'Visa', payment_type_id: 'credit_card', min: 5, max: 300_000 },
    { id: 'master', name: 'Mastercard', payment_type_id: 'credit_card', min: 5, max: 300_000 },
    { id: 'debvisa', name: 'Visa Débito', payment_type_id: 'debit_card', min: 5, max: 300_000 },
  ],
};

/**
 * The means of payment of a site, as `GET /v1/payment_methods` answers them. Limits are in major units.
 * @param withBanks false leaves PSE without a bank, as when the network is in maintenance.
 */
export function paymentMethods(site: Site, withBanks: boolean) {
  return METHODS[site].map(({ min, max, ...method }) => ({
    ...method,
    status: 'active',
    secure_thumbnail: '',
    thumbnail: '',
    deferred_capture: method.payment_type_id === 'credit_card' ? 'supported' : 'does_not_apply',
    settings: [],
    additional_info_needed: method.id === 'pse' ? ['entity_type'] : [],
    min_allowed_amount: min,
    max_allowed_amount: max,
    accreditation_time: method.id === 'pse' ? 30 : 2880,
    financial_institutions: method.id === 'pse' && withBanks ? BANKS : [],
    processing_modes: ['aggregator'],
  }));
}
