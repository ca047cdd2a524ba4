import { log } from '#lib/log.ts';
import type { MercadoPagoHttp } from '../mercado-pago/http.ts';
import { isGatewayError } from '../port/errors.ts';
import type { RedirectOffer } from '../port/rail.ts';

/** Mercado Pago asks to refresh the list of banks every hour, in milliseconds. */
const FRESH_MS = 60 * 60 * 1000;
/** The timeout of the list for a donor's page, in milliseconds; without it the form says that there are no banks now. */
const TIMEOUT_MS = 2_000;
/** PSE's documented bounds, if the gateway cannot be reached (specification 4.1; gateways B), in whole pesos. */
const FALLBACK: RedirectOffer = { min: 1600, max: 340_000_000, options: [] };

type PaymentMethodAnswer = {
  id?: string;
  min_allowed_amount?: number;
  max_allowed_amount?: number;
  financial_institutions?: { id?: string; description?: string }[];
};

/**
 * PSE's bounds and banks, from `GET /v1/payment_methods`, cached for an hour. While the gateway is unreachable the last
 * response applies; without one, the documented bounds and no banks, so that the form says so.
 */
export function pseOffer(http: MercadoPagoHttp): () => Promise<RedirectOffer> {
  let kept: { offer: RedirectOffer; until: number } | undefined;
  let asking: Promise<RedirectOffer> | undefined;

  async function ask(): Promise<RedirectOffer> {
    try {
      const methods = await http.get<PaymentMethodAnswer[]>('/v1/payment_methods', undefined, TIMEOUT_MS);
      const pse = Array.isArray(methods) ? methods.find(({ id }) => id === 'pse') : undefined;
      const offer = pse ? toOffer(pse) : FALLBACK;
      // A list without banks cannot be used: request it again the next time.
      if (offer.options.length > 0) kept = { offer, until: Date.now() + FRESH_MS };
      return offer;
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      log().warn({ err: error }, 'the list of banks could not be read');
      return kept?.offer ?? FALLBACK;
    } finally {
      asking = undefined;
    }
  }

  return async () => {
    if (kept && kept.until > Date.now()) return kept.offer;
    // Concurrent pages share one request to the gateway.
    asking ??= ask();
    return asking;
  };
}

function toOffer(pse: PaymentMethodAnswer): RedirectOffer {
  return {
    min: pse.min_allowed_amount ?? FALLBACK.min,
    max: pse.max_allowed_amount ?? FALLBACK.max,
    // No source says which banks are used most, and donors look for a name.
    options: (pse.financial_institutions ?? [])
      .flatMap(({ id, description }) => (id && description ? [{ code: id, name: description }] : []))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'es', { sensitivity: 'base' })),
  };
}
