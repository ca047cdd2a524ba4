import type { NextPageContext } from 'next';
import { localeOf, nonceOf } from '#components/ui/node-request.ts';
import type { DocumentProps } from '#components/ui/page-document.ts';
import { SkipLink } from '#components/ui/skip-link.tsx';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';

/** No script of Next's here either: there is nothing to wake up. */
export const config = { unstable_runtimeJS: false };

type Props = DocumentProps & {
  /** Of the page that failed: the same request again. */
  address: string;
};

/** What a donor sees when a page of the checkout fails on our side. The details stay in the server's log. */
export default function ErrorPage({ locale, title, address }: Props) {
  const t = translatorFor(locale);
  return (
    <>
      <SkipLink t={t} />
      <main className="plain" id="main">
        <h1>{title}</h1>
        <p>{t('errors.unexpectedBody')}</p>
        <a className="button" href={address}>
          {t('ui.tryAgain')}
        </a>
      </main>
    </>
  );
}

ErrorPage.getInitialProps = ({ req, query, asPath = '/' }: NextPageContext): Props => {
  const request = req && Object.assign(req, { cookies: {} });
  const locale = request ? localeOf(request, { lang: query.lang }) : DEFAULT_LOCALE;
  return {
    locale,
    title: translatorFor(locale)('errors.unexpectedTitle'),
    nonce: request ? nonceOf(request) : null,
    accentColour: null,
    isPrivate: true,
    address: asPath,
  };
};
