import { notFound, permanentRedirect } from 'next/navigation';
import { CausePage } from '#components/cause/cause-page.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { loadCausePage } from '#lib/causes/load-page.ts';

type Props = { params: Promise<{ slug: string }>; searchParams: Promise<{ lang?: string | string[] }> };

/** The public page of a cause, at its canonical address. */
export default async function Page({ params, searchParams }: Props) {
  const [{ slug }, { lang }] = await Promise.all([params, searchParams]);
  const found = await loadCausePage(slug, new Date());
  if (found.kind === 'missing') notFound();
  if (found.kind === 'moved') permanentRedirect(`/c/${encodeURIComponent(found.slug)}`);
  const { page } = found;
  const [locale, nonce] = await Promise.all([requestLocale({ lang, country: page.country }), requestNonce()]);
  return <CausePage page={page} locale={locale} nonce={nonce} path={`/c/${slug}`} />;
}
