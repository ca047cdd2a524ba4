import { SkipLink } from '#components/ui/skip-link.tsx';
import { createTranslate } from '#lib/i18n/translator.ts';
import type { PageLanguage } from './page-texts.ts';

export type TroubleProps = {
  language: PageLanguage;
  /** This page again. */
  href: string;
};

/** Shown while nobody can say where a link stands, because a gateway is out of reach. */
export function TroublePage({ language, href }: TroubleProps) {
  const t = createTranslate(language.locale, language.messages);
  return (
    <>
      <SkipLink t={t} />
      <main className="plain" id="main">
        <h1>{t('checkout.trouble.title')}</h1>
        <p>{t('checkout.trouble.body')}</p>
        <a className="button" href={href}>
          {t('ui.tryAgain')}
        </a>
      </main>
    </>
  );
}
