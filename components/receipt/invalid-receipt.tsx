import { Document } from '#components/ui/document.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import './receipt.css';
import './verification.css';

type Props = { locale: Locale; nonce: string | undefined; path: string };

/** The page for an invalid signature: forged, altered or incomplete. */
export function InvalidReceipt({ locale, nonce, path }: Props) {
  const t = translatorFor(locale);
  const title = t('receipt.verification.broken');
  return (
    <Document locale={locale} t={t} nonce={nonce} title={title} isPrivate>
      <div className="sheet-languages">
        <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={{}} />
      </div>
      <main id="main" className="sheet">
        <Icon name="cross" className="verdict verdict-bad" />
        <h1>{title}</h1>
        <p>{t('receipt.verification.brokenBody')}</p>
        <a className="button" href={`/verify?${new URLSearchParams({ lang: locale })}`}>
          {t('receipt.verification.ask')}
        </a>
      </main>
    </Document>
  );
}
