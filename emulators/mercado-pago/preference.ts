import { formatDate } from './dates.ts';
import type { SiteFacts } from './sites.ts';

/** A wallet checkout as the emulator stores it. Instants are virtual milliseconds, amounts major units. */
export type Preference = {
  id: string;
  /** The merchant order of its payments. */
  orderId: number;
  createdAt: number;
  title: string;
  amount: number;
  items: PreferenceItem[];
  externalReference: string | null;
  metadata: Record<string, unknown>;
  notificationUrl: string | null;
  backUrls: BackUrls;
  autoReturn: 'approved' | 'all' | null;
  purpose: string | null;
  payerEmail: string | null;
  expires: boolean;
  expirationTo: string | null;
};

type PreferenceItem = {
  id: string | null;
  title: string;
  quantity: number;
  unit_price: number;
  currency_id: string;
};

type BackUrls = { success: string; pending: string; failure: string };

/** Whether the checkout can no longer be paid at an instant. */
export function isExpired({ expires, expirationTo }: Preference, nowMs: number): boolean {
  return expires && expirationTo !== null && nowMs >= Date.parse(expirationTo);
}

/**
 * The preference as the API answers it.
 * @param initPoint the address of the checkout page
 */
export function presentPreference(preference: Preference, facts: SiteFacts, site: string, initPoint: string) {
  return {
    id: preference.id,
    additional_info: '',
    auto_return: preference.autoReturn ?? '',
    back_urls: preference.backUrls,
    binary_mode: false,
    client_id: String(facts.collectorId),
    collector_id: facts.collectorId,
    coupon_code: null,
    coupon_labels: null,
    date_created: formatDate(preference.createdAt),
    date_of_expiration: null,
    expiration_date_from: null,
    expiration_date_to: preference.expirationTo,
    expires: preference.expires,
    external_reference: preference.externalReference ?? '',
    init_point: initPoint,
    sandbox_init_point: initPoint,
    internal_metadata: null,
    items: preference.items,
    marketplace: 'NONE',
    marketplace_fee: 0,
    metadata: preference.metadata,
    notification_url: preference.notificationUrl,
    operation_type: 'regular_payment',
    payer: { email: preference.payerEmail ?? '', name: '', surname: '' },
    payment_methods: { excluded_payment_methods: [], excluded_payment_types: [], installments: null },
    processing_modes: null,
    purpose: preference.purpose,
    redirect_urls: { success: '', pending: '', failure: '' },
    site_id: site,
    statement_descriptor: null,
    taxes: null,
    tracks: [],
  };
}
