import { Document } from '#components/ui/document.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { VerificationView } from '#lib/receipts/receipt-view.ts';
import './receipt.css';
import './verification.css';

type Props = {
  view: VerificationView;
  locale: Locale;
  nonce: string | undefined;
  path: string;
  /** As text in the page's language. */
  amount: string;
  date: string;
  reversals: string[];
};

/** The page for a valid signature: the donation and its reversals, without the donor. */
export function VerificationPage({ view, locale, nonce, path, amount, date, reversals }: Props) {
  const t = translatorFor(locale);
  const formatLocale = formattingLocale(locale, view.country);
  const title = t('receipt.verification.holds');
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title} isPrivate>
      <div className="sheet-languages">
        <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={{}} />
      </div>
      <main id="main" className="sheet">
        <Icon name="check" className="verdict verdict-good" />
        <h1>{title}</h1>
        <p>{t('receipt.verification.holdsBody')}</p>
        <p className="sheet-amount" translate="no">
          {amount}
        </p>
        {view.testMode && <p className="sheet-notice">{t('receipt.testNote')}</p>}
        {reversals.map((text) => (
          <p className="sheet-notice" key={text}>
            {text}
          </p>
        ))}
        <dl className="sheet-rows">
          <div>
            <dt>{t('receipt.cause')}</dt>
            <dd className="sheet-people" dir="auto" translate="no">
              {view.causeUrl === null ? view.causeTitle : <a href={view.causeUrl}>{view.causeTitle}</a>}
            </dd>
          </div>
          <div>
            <dt>{t('receipt.date')}</dt>
            <dd>
              <time dateTime={view.completedAt}>{date}</time>
            </dd>
          </div>
          <div>
            <dt>{t('receipt.dateLocal')}</dt>
            <dd>
              <LocalTime iso={view.completedAt} formatLocale={formatLocale} />
            </dd>
          </div>
          <div>
            <dt>{t('receipt.number')}</dt>
            <dd className="sheet-code" translate="no">
              {view.number}
            </dd>
          </div>
          <div>
            <dt>{t('receipt.reference')}</dt>
            <dd className="sheet-code" translate="no">
              {view.paymentId}
            </dd>
          </div>
          {reversals.length === 0 && (
            <div>
              <dt>{t('receipt.verification.since')}</dt>
              <dd>{t('receipt.verification.nothingReversed')}</dd>
            </div>
          )}
        </dl>
        <p className="sheet-soft">{t('receipt.verification.private')}</p>
        <Proof view={view} t={t} />
      </main>
    </Document>
  );
}

/** Everything that is needed to verify the receipt independently. */
function Proof({ view: { statement, signature, keysUrl }, t }: { view: VerificationView; t: Translate }) {
  return (
    <details className="sheet-proof">
      <summary>{t('receipt.verification.details')}</summary>
      <p>{t('receipt.verification.detailsBody')}</p>
      <dl>
        <dt>{t('receipt.verification.statement')}</dt>
        <dd>
          <code translate="no">{statement}</code>
        </dd>
        <dt>{t('receipt.verification.signature')}</dt>
        <dd>
          <code translate="no">{signature}</code>
        </dd>
        <dt>{t('receipt.verification.keys')}</dt>
        <dd>
          <a href={keysUrl}>{keysUrl}</a>
        </dd>
      </dl>
    </details>
  );
}
