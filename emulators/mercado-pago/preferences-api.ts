import { checkPreference } from './check-preference.ts';
import { invalidPreference, notFound } from './errors.ts';
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

/** `PUT /checkout/preferences/{id}`: what the body leaves out stays. Throws MercadoPagoError (400, 404). */
export function changePreference(tenant: Tenant, id: string, body: unknown) {
  const before = findPreference(tenant, id);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidPreference('bad_request', 'Params Error: body invalid');
  }
  const content = checkPreference({ ...requestOf(before), ...body }, rulesOf(tenant));
  const preference = { ...before, ...content };
  tenant.preferences.set(id, preference);
  return present(tenant, preference);
}

/** `GET /checkout/preferences/search`, newest first. */
export function searchPreferences(tenant: Tenant, query: URLSearchParams) {
  const reference = query.get('external_reference');
  const found = tenant.preferences
    .values()
    .filter((preference) => reference === null || preference.externalReference === reference)
    .reverse();
  // Only what a search lists says its mode.
  const live_mode = tenant.switches.live.includes('preference');
  const elements = found.map((preference) => ({ ...present(tenant, preference), live_mode }));
  return { elements, next_offset: elements.length, total: elements.length };
}

/** The preference with an id, in this account. Throws the API's 404. */
export function findPreference(tenant: Tenant, id: string): Preference {
  const preference = tenant.preferences.get(id);
  if (preference === undefined) throw notFound('Preference');
  return preference;
}

function present(tenant: Tenant, preference: Preference) {
  const checkout = `${tenant.context.publicUrl}${tenant.prefix}/checkout/v1/redirect`;
  return presentPreference(preference, tenant.facts, tenant.site, checkout);
}

/** A stored preference in the form of a request, for an update to be laid over it. */
function requestOf(preference: Preference) {
  return {
    items: preference.items,
    back_urls: preference.backUrls,
    auto_return: preference.autoReturn,
    binary_mode: preference.binaryMode,
    external_reference: preference.externalReference,
    metadata: preference.metadata,
    notification_url: preference.notificationUrl,
    payer: { email: preference.payerEmail },
    purpose: preference.purpose,
    expires: preference.expires,
    expiration_date_from: preference.expirationFrom,
    expiration_date_to: preference.expirationTo,
  };
}

function rulesOf(tenant: Tenant) {
  const { currency, decimals } = tenant.facts;
  return { currency, decimals, refuseLocalhost: tenant.switches.refuseLocalhost };
}
