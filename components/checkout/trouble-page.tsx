import { PlainPage } from '#components/ui/plain-page.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

type Props = {
  locale: Locale;
  nonce: string | undefined;
  /** This page again. */
  href: string;
};

/** Shown while nobody can say where a link stands, because a gateway is out of reach. */
export function TroublePage({ locale, nonce, href }: Props) {
  const t = translatorFor(locale);
  return (
    <PlainPage {...{ locale, t, nonce }} title={t('checkout.trouble.title')}>
      <p>{t('checkout.trouble.body')}</p>
      <a className="button" href={href}>
        {t('ui.tryAgain')}
      </a>
    </PlainPage>
  );
}
