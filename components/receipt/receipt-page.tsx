import { Document } from '#components/ui/document.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { ReceiptRow, ReceiptView, WrittenReceipt } from '#lib/receipts/receipt-view.ts';
import { PdfLink } from './pdf-link.tsx';
import { PrintButton } from './print-button.tsx';
import { Qr } from './qr.tsx';
import './receipt.css';

type Props = { view: ReceiptView; written: WrittenReceipt; locale: Locale; nonce: string | undefined };

/** The receipt of a donation, for the screen and for print. */
export function ReceiptPage({ view, written, locale, nonce }: Props) {
  const t = translatorFor(locale);
  const { path, verifyUrl, accentColour } = view;
  return (
    <Document
      locale={locale}
      t={t}
      nonce={nonce}
      title={`${written.title} ${view.number}`}
      accentColour={accentColour ?? undefined}
      isPrivate
    >
      <div className="sheet-languages">
        <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={{}} />
      </div>
      <main id="main" className="sheet">
        <h1>{written.title}</h1>
        <p className="sheet-thanks">{written.thanks}</p>
        <p className="sheet-amount" translate="no">
          {written.amount}
        </p>
        {written.testNote !== null && <p className="sheet-notice">{written.testNote}</p>}
        {written.notices.map((text) => (
          <p className="sheet-notice" key={text}>
            {text}
          </p>
        ))}
        <dl className="sheet-rows">
          {written.rows.map((row) => (
            <Row key={row.term} row={row} view={view} locale={locale} local={t('receipt.dateLocal')} />
          ))}
        </dl>
        <div className="sheet-notes">
          {written.notes.map((text) => (
            <p key={text} dir="auto">
              {text}
            </p>
          ))}
        </div>
        <section className="sheet-signature" aria-labelledby="signature">
          <Qr code={view.qr} label={t('receipt.qrLabel')} />
          <div className="sheet-words">
            <h2 id="signature">{written.signature.title}</h2>
            <p>{written.signature.body}</p>
            <p>
              <a href={verifyUrl}>{t('receipt.verify')}</a>
            </p>
            <p className="sheet-address" aria-hidden="true">
              {verifyUrl}
            </p>
          </div>
        </section>
      </main>
      <div className="sheet-actions">
        <PrintButton label={t('receipt.print')} />
        <PdfLink path={`${path}/pdf`} locale={locale} label={t('receipt.download')} />
        <p>{t('receipt.keep')}</p>
      </div>
    </Document>
  );
}

type RowProps = { row: ReceiptRow; view: ReceiptView; locale: Locale; local: string };

function Row({ row: { term, value, kind }, view, locale, local }: RowProps) {
  // A browser's translator leaves names and codes as they are.
  const isKept = kind === 'people' || kind === 'code';
  return (
    <>
      <div>
        <dt>{term}</dt>
        <dd className={isKept ? `sheet-${kind}` : undefined} dir="auto" translate={isKept ? 'no' : undefined}>
          {kind === 'date' ? <time dateTime={view.completedAt}>{value}</time> : value}
        </dd>
      </div>
      {kind === 'date' && (
        <div>
          <dt>{local}</dt>
          <dd>
            <LocalTime iso={view.completedAt} formatLocale={formattingLocale(locale, view.country)} />
          </dd>
        </div>
      )}
    </>
  );
}
