import { createElement } from 'react';

type Props = { linkId: string; nonce: string | undefined };

/**
 * QA's deck below a page of the checkout, with the emulators only (README, "QA deck"). An empty element and the address
 * of a script, which the donor's script knows nothing of: what they become (public/qa) lives in a shadow root, so that
 * page and deck leave each other's styles alone. In English: no donor ever sees it.
 */
export function QaDeck({ linkId, nonce }: Props) {
  return (
    <>
      {createElement('qa-deck', { 'data-link': linkId, lang: 'en' })}
      <script type="module" src="/qa/deck.mjs" nonce={nonce} />
    </>
  );
}
