import { LinkDocument } from './link-document.tsx';
import type { LinkRequest } from './link-request.ts';
import { checkoutTexts } from './page-texts.ts';

type Props = {
  request: LinkRequest;
  /** The path of this page, to try again. */
  path: string;
  /** The link's status is unknown because the database or a gateway is out of reach; or the error is ours. */
  error: 'out_of_reach' | 'broken';
};

/** Replaces a link's page that cannot be rendered now. It needs no script. */
export function ErrorPage({ request, path, error }: Props) {
  const { locale } = request;
  const texts = checkoutTexts(request, null);
  const { t } = texts;
  const isOurs = error === 'broken';
  const title = t(isOurs ? 'pageErrors.unexpectedTitle' : 'checkout.unavailable.title');
  return (
    <LinkDocument request={request} texts={texts} title={title}>
      <main className="plain" id="main">
        <h1>{title}</h1>
        <p>{t(isOurs ? 'pageErrors.unexpectedBody' : 'checkout.unavailable.body')}</p>
        <a className="button" href={`${path}?${new URLSearchParams({ ref: request.linkId, lang: locale })}`}>
          {t('ui.tryAgain')}
        </a>
      </main>
    </LinkDocument>
  );
}
