import { notFound } from 'next/navigation';
import { ReturnPage } from '#components/checkout/return-page.tsx';
import { TroublePage } from '#components/checkout/trouble-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { loadCheckout } from '#lib/payments/load-checkout.ts';
import { isProblem } from '#lib/problems/problem.ts';

type Props = { searchParams: Promise<{ ref?: string | string[]; lang?: string | string[] }> };

/** Where a bank sends the donor back to. Whatever else its address carries is not read (decisions.md 52). */
export default async function Page({ searchParams }: Props) {
  const { ref, lang } = await searchParams;
  if (typeof ref !== 'string') notFound();
  const [view, nonce] = await Promise.all([loadCheckout(ref, new Date()).catch(asTrouble), requestNonce()]);
  if (view === null) notFound();
  const country = view === 'trouble' ? undefined : view.country;
  const locale = await requestLocale({ lang, country });
  const href = `/checkout/return?${new URLSearchParams({ ref, lang: locale })}`;
  if (view === 'trouble') return <TroublePage {...{ locale, nonce, href }} />;
  return <ReturnPage {...{ view, locale, nonce }} />;
}

function asTrouble(error: unknown): 'trouble' {
  if (isProblem(error) && error.status === 503) return 'trouble';
  throw error;
}
