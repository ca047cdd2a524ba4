import NextDocument, { Head, Html, Main, NextScript } from 'next/document';
import { DocumentHead } from '#components/ui/document-head.tsx';
import type { DocumentProps } from '#components/ui/page-document.ts';
import { LANGUAGE_TAGS } from '#lib/i18n/locales.ts';

/** The HTML document of the checkout's pages: `components/ui/document.tsx` for the ones under `pages/`. */
export default class Document extends NextDocument {
  override render() {
    const page = this.props.__NEXT_DATA__.props.pageProps as DocumentProps;
    const nonce = page.nonce === null ? {} : { nonce: page.nonce };
    return (
      <Html lang={LANGUAGE_TAGS[page.locale]}>
        <Head {...nonce}>
          <DocumentHead
            {...nonce}
            title={page.title}
            accentColour={page.accentColour ?? undefined}
            isPrivate={page.isPrivate}
          />
        </Head>
        <body>
          <Main />
          <NextScript {...nonce} />
        </body>
      </Html>
    );
  }
}
