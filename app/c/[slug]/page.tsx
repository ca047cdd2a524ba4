import { headers } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';
import { CausePage } from '#components/cause/cause-page.tsx';
import type { GiftDraft } from '#components/cause/gift-form.tsx';
import { requestLocale, requestNonce } from '#components/ui/request.ts';
import { loadCausePage } from '#lib/causes/load-page.ts';
import { isLocale } from '#lib/i18n/locales.ts';
import { causeEn } from '#lib/i18n/messages/cause-en.ts';
import { findActor } from '#lib/sessions/session.ts';

type Parameter = string | string[] | undefined;
type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<'lang' | 'before' | 'gift' | 'amount', Parameter>>;
};

/** The public page of a cause, at its canonical address. */
export default async function Page({ params, searchParams }: Props) {
  const [{ slug }, { lang, before, gift, amount }] = await Promise.all([params, searchParams]);
  const found = await loadCausePage(slug, new Date(), {
    before: one(before),
    viewer: async () => findActor(await headers()),
  });
  if (found.kind === 'missing') notFound();
  // Permanent to search engines. Browsers keep none of it, since no page here may be stored: an address may come back.
  if (found.kind === 'moved')
    permanentRedirect(`/c/${found.slug}${isLocale(one(lang)) ? `?lang=${one(lang)}` : ''}`);
  const { page } = found;
  const [locale, nonce] = await Promise.all([requestLocale({ lang, country: page.country }), requestNonce()]);
  return <CausePage {...{ page, locale, nonce }} draft={draftOf(one(gift), one(amount))} />;
}

function one(parameter: Parameter): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}

/** What the form sent that was not accepted, as the address tells it. */
function draftOf(fault: string | undefined, amount = ''): GiftDraft | undefined {
  if (fault === undefined || !Object.hasOwn(causeEn.faults, fault)) return undefined;
  return { fault: fault as GiftDraft['fault'], amount: amount.slice(0, 30) };
}
