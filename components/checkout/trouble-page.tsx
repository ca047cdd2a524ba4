import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { checkoutTexts } from './page-texts.ts';

type Props = {
  request: LinkRequest;
  /** This page, to be asked for again. */
  path: string;
  /** Nobody can say where the link stands, because the database or a gateway is out of reach; or the fault is ours. */
  trouble: 'out_of_reach' | 'broken';
};

/** Shown instead of a link's page that cannot be rendered now. It needs no script. */
export function TroublePage({ request, path, trouble }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(locale, null);
  const { t } = texts;
  const isOurs = trouble === 'broken';
  const title = t(isOurs ? 'errors.unexpectedTitle' : 'checkout.trouble.title');
  return (
    <LinkDocument {...{ request, texts, title }}>
      <main className="plain" id="main">
        <h1>{title}</h1>
        <p>{t(isOurs ? 'errors.unexpectedBody' : 'checkout.trouble.body')}</p>
        <a className="button" href={`${path}?${new URLSearchParams({ ref: request.linkId, lang: locale })}`}>
          {t('ui.tryAgain')}
        </a>
      </main>
    </LinkDocument>
  );
}
