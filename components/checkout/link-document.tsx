import type { ReactNode } from 'react';
import { QaDeck } from '#components/qa-deck/qa-deck.tsx';
import { Document } from '#components/ui/document.tsx';
import type { Texts } from '#components/ui/texts.ts';
import type { LinkRequest } from './link-request.ts';
import './checkout.css';
import './device.css';
import './form.css';
import './methods/methods.css';
import './outcomes/outcomes.css';

type Props = {
  request: LinkRequest;
  texts: Texts;
  /** Absent where it follows what the page shows (`page-title.ts`). */
  title?: string;
  accentColour?: string | undefined;
  children: ReactNode;
};

/** The HTML document of every page of a link: for one person, so kept out of search engines. */
export function LinkDocument({ request, texts: { t, locale }, title, accentColour, children }: Props) {
  const { linkId, nonce, qaDeck } = request;
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title} accentColour={accentColour} isPrivate>
      {children}
      {qaDeck && <QaDeck linkId={linkId} nonce={nonce} />}
    </Document>
  );
}
