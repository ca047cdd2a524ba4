import { log } from '#lib/log.ts';
import type { MercadoPagoHttp } from '../mercado-pago/http.ts';
import { isGatewayError, type RedirectOffer } from '../port.ts';

/** Mercado Pago asks to refresh the list of banks every hour, in milliseconds. */
const FRESH_MS = 60 * 60 * 1000;
/** How long a donor's page waits for the list, in milliseconds; without it the form says that there are no banks now. */
const TIMEOUT_MS = 4_000;
/** What PSE takes where the gateway cannot be asked (spec 4.1; rails.md B), in whole pesos. */
const FALLBACK: RedirectOffer = { min: 1600, max: 340_000_000, options: [] };

type PaymentMethodAnswer = {
  id?: string;
  min_allowed_amount?: number;
  max_allowed_amount?: number;
  financial_institutions?: { id?: string; description?: string }[];
};

/**
 * What PSE takes and through which banks, read from `GET /v1/payment_methods` and kept for an hour. A gateway that cannot
 * be asked leaves the last answer standing; without one, the known bounds and no banks, so that the form says so.
 */
export function pseOffer(http: MercadoPagoHttp): () => Promise<RedirectOffer> {
  let kept: { offer: RedirectOffer; until: number } | undefined;
  let asking: Promise<RedirectOffer> | undefined;

  async function ask(): Promise<RedirectOffer> {
    try {
      const methods = await http.get<PaymentMethodAnswer[]>('/v1/payment_methods', undefined, TIMEOUT_MS);
      const pse = Array.isArray(methods) ? methods.find(({ id }) => id === 'pse') : undefined;
      const offer = pse ? toOffer(pse) : FALLBACK;
      // A list without banks cannot be paid with: it is asked for again the next time.
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
    // However many pages ask at once, the gateway is asked once.
    asking ??= ask();
    return asking;
  };
}

function toOffer(pse: PaymentMethodAnswer): RedirectOffer {
  return {
    min: pse.min_allowed_amount ?? FALLBACK.min,
    max: pse.max_allowed_amount ?? FALLBACK.max,
    options: (pse.financial_institutions ?? []).flatMap(({ id, description }) =>
      id && description ? [{ code: id, name: description }] : [],
    ),
  };
}
