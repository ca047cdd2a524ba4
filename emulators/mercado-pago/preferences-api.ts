import { checkPreference } from './check-preference.ts';
import { badRequest, notFound } from './errors.ts';
import { pageOf } from './paging.ts';
import { type Preference, presentPreference } from './preference.ts';
import { newNumber, newUuid, type Tenant } from './tenant.ts';

/** `POST /checkout/preferences`. Throws MercadoPagoError (400). */
export function createPreference(tenant: Tenant, body: unknown) {
  const content = checkPreference(body, rulesOf(tenant));
  const preference: Preference = {
    ...content,
    id: `${tenant.facts.collectorId}-${newUuid(tenant.context)}`,
    orderId: newNumber(tenant),
    createdAt: tenant.context.clock.now(),
  };
  tenant.preferences.set(preference.id, preference);
  return present(tenant, preference);
}

/** `GET /checkout/preferences/{id}`. Throws the API's 404. */
export function readPreference(tenant: Tenant, id: string) {
  return present(tenant, findPreference(tenant, id));
}

/** `PUT /checkout/preferences/{id}`: fields missing in the body stay. Throws MercadoPagoError (400, 404). */
export function changePreference(tenant: Tenant, id: string, body: unknown) {
  const before = findPreference(tenant, id);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest([{ code: 1, description: 'Params Error: body invalid' }]);
  }
  const content = checkPreference({ ...requestOf(before), ...body }, rulesOf(tenant));
  const preference = { ...before, ...content };
  tenant.preferences.set(id, preference);
  return present(tenant, preference);
}

const DEFAULT_LIMIT = 30;

/** `GET /checkout/preferences/search`, newest first, a page of 30 unless `limit` says otherwise. */
export function searchPreferences(tenant: Tenant, query: URLSearchParams) {
  const reference = query.get('external_reference');
  const found = tenant.preferences
    .values()
    .filter((preference) => reference === null || preference.externalReference === reference)
    .reverse();
  const { paging, results } = pageOf(found, query, DEFAULT_LIMIT);
  // Only the list says the mode.
  const live_mode = tenant.switches.live.includes('preference');
  const elements = results.map((preference) => ({ ...present(tenant, preference), live_mode }));
  return { elements, next_offset: paging.offset + elements.length, total: paging.total };
}

/** The preference with an id, in this account. Throws the API's 404. */
export function findPreference(tenant: Tenant, id: string): Preference {
  const preference = tenant.preferences.get(id);
  if (preference === undefined) throw notFound('Preference');
  return preference;
}

function present(tenant: Tenant, preference: Preference) {
  return presentPreference(preference, tenant.facts, tenant.site, checkoutAddress(tenant, preference));
}

/** The wallet's page, where a preference is paid. */
export function checkoutAddress(tenant: Tenant, { id }: Preference): string {
  return `${tenant.context.publicUrl}${tenant.prefix}/checkout/v1/redirect?pref_id=${encodeURIComponent(id)}`;
}

/** A stored preference in the form of a request, which an update is merged into. */
function requestOf(preference: Preference) {
  return {
    items: preference.items,
    back_urls: preference.backUrls,
    auto_return: preference.autoReturn,
    external_reference: preference.externalReference,
    metadata: preference.metadata,
    notification_url: preference.notificationUrl,
    payer: { email: preference.payerEmail },
    purpose: preference.purpose,
    expires: preference.expires,
    expiration_date_to: preference.expirationTo,
  };
}

function rulesOf(tenant: Tenant) {
  const { currency, decimals } = tenant.facts;
  return { currency, decimals, refuseLocalhost: tenant.switches.refuseLocalhost };
}
