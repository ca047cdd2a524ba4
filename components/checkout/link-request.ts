import { requestNonce, requestReader } from '#components/ui/request.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import type { CheckoutView } from '#lib/payments/views/checkout-view.ts';

/** What every page of a link reads from its request. */
export type LinkRequest = Reader & {
  linkId: string;
  /** Undefined when something other than server.ts serves the page. */
  nonce: string | undefined;
  /** QA's deck is shown below the page. */
  qaDeck: boolean;
};

type Facts = {
  linkId: string;
  lang: string | string[] | undefined;
  /** A string where the link could not be loaded: then its country is unknown. */
  view: CheckoutView | string;
  qaDeck: boolean;
};

/** Reads the reader and the nonce of the request being rendered; the cause's country decides where no language is requested. */
export async function linkRequest({ linkId, lang, view, qaDeck }: Facts): Promise<LinkRequest> {
  const country = typeof view === 'string' ? undefined : view.country;
  const [reader, nonce] = await Promise.all([requestReader({ lang, country }), requestNonce()]);
  return { linkId, ...reader, nonce, qaDeck };
}
