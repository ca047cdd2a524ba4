import type { ServerResponse } from 'node:http';
import { localeOf, nonceOf } from '#components/ui/node-request.ts';
import type { DocumentProps } from '#components/ui/page-document.ts';
import { createTranslate } from '#lib/i18n/translator.ts';
import type { CheckoutView } from '#lib/payments/checkout-view.ts';
import type { CheckoutAppProps, CheckoutScreen } from './checkout-app.tsx';
import { pageTitle } from './checkout-page.tsx';
import { pageLanguage } from './page-texts.ts';
import type { TroubleProps } from './trouble-page.tsx';

/** How long a browser, or whatever asks for the page, is to wait while the database or a gateway is out of reach, in seconds. */
const TROUBLE_RETRY_SECONDS = 10;

type Context = {
  req: Parameters<typeof localeOf>[0];
  res: ServerResponse;
  query: Readonly<Partial<Record<string, string | string[]>>>;
};
type Plan = {
  path: '/checkout' | '/checkout/return';
  /** What is to be shown of a link; null where there is none, `out_of_reach` while nobody can say. */
  load: (ref: string, now: Date) => Promise<CheckoutView | 'out_of_reach' | null>;
  screenOf: (view: CheckoutView, now: Date) => CheckoutScreen | Promise<CheckoutScreen>;
  /** QA's deck stands below the page. */
  qaDeck: boolean;
};
type Served = DocumentProps & {
  body: { app: CheckoutAppProps } | { trouble: TroubleProps };
  /** The link that QA's deck below the page is about; null where there is no deck. */
  qaLink: string | null;
};

/** What both pages of a link do with a request: 200 with the screen, 404 without a hint, 503 while nobody can say. */
export async function servePage(
  { req, res, query }: Context,
  { path, load, screenOf, qaDeck }: Plan,
): Promise<{ notFound: true } | { props: Served }> {
  const { ref, lang } = query;
  const now = new Date();
  const view = typeof ref === 'string' ? await load(ref, now) : null;
  if (view === null) return { notFound: true };
  // What is on it is this moment's and this donor's.
  res.setHeader('Cache-Control', 'private, no-store');
  const country = view === 'out_of_reach' ? undefined : view.country;
  const locale = localeOf(req, { lang, country });
  const language = pageLanguage(locale, country ?? null);
  const t = createTranslate(locale, language.messages);
  const qaLink = qaDeck ? String(ref) : null;
  const document = { locale, nonce: nonceOf(req), isPrivate: true, qaLink };
  if (view === 'out_of_reach') {
    res.statusCode = 503;
    res.setHeader('Retry-After', String(TROUBLE_RETRY_SECONDS));
    const href = `${path}?${new URLSearchParams({ ref: String(ref), lang: locale })}`;
    const title = t('checkout.trouble.title');
    return { props: { ...document, title, accentColour: null, body: { trouble: { language, href } } } };
  }
  const screen = await screenOf(view, now);
  const title =
    screen.page === 'return'
      ? t('checkout.title', { cause: view.link.cause.name })
      : pageTitle({ ...language, t }, view);
  const accentColour = view.link.branding?.accent_color ?? null;
  return { props: { ...document, title, accentColour, body: { app: { language, screen } } } };
}

/** A page of a link as its server part hands it to be rendered. */
export type ServedPage = Served;
