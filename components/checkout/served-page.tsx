import { QaDeck } from '#components/qa-deck/qa-deck.tsx';
import { CheckoutApp } from './checkout-app.tsx';
import { PAGE_DATA_ID, PAGE_ROOT_ID } from './page-root.ts';
import type { ServedPage } from './serve-page.ts';
import { TroublePage } from './trouble-page.tsx';

/** A page of a link as the server renders it: what the donor sees at once, then the data and the script that wake it up. */
export function CheckoutServedPage({ nonce, body, qaLink }: ServedPage) {
  const deck = qaLink !== null && <QaDeck linkId={qaLink} nonce={nonce} />;
  if ('trouble' in body)
    return (
      <>
        <TroublePage {...body.trouble} />
        {deck}
      </>
    );
  return (
    <>
      <div id={PAGE_ROOT_ID}>
        <CheckoutApp {...body.app} />
      </div>
      <script
        id={PAGE_DATA_ID}
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped, which no browser runs.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(body.app).replaceAll('<', '\\u003c') }}
      />
      <script type="module" src={BROWSER_SCRIPT} nonce={nonce ?? undefined} />
      {deck}
    </>
  );
}
