import { createElement } from 'react';

type Props = { linkId: string; nonce: string | undefined };

/**
 * The QA deck below a page of the checkout, with the emulators only (docs/qa-deck.md). The page contains an empty element
 * and a script's URL. The script (public/qa) renders into a shadow root, so that page and deck do not affect each other's
 * styles. In English only: no donor sees it.
 */
export function QaDeck({ linkId, nonce }: Props) {
  return (
    <>
      {createElement('qa-deck', { 'data-link': linkId, lang: 'en' })}
      <script type="module" src="/qa/deck.mjs" nonce={nonce} />
    </>
  );
}
