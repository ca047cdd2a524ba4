import { headers } from 'next/headers';
import { permanentRedirect } from 'next/navigation';
import { CausePage } from '#components/cause/cause-page.tsx';
import type { GiftDraft } from '#components/cause/gift-form.tsx';
import { NotFoundPage } from '#components/ui/not-found-page.tsx';
import { requestNonce, requestReader } from '#components/ui/request.ts';
import { loadCausePage } from '#lib/causes/load-page.ts';
import { setErrorStatus } from '#lib/http/page-status.ts';
import { amountWords } from '#lib/i18n/amount-words.ts';
import { localeNamed } from '#lib/i18n/locales.ts';
import { causeEn } from '#lib/i18n/messages/en/cause.ts';
import { parseAmount } from '#lib/i18n/parse-amount.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { offeredBounds } from '#lib/payments/views/offered-bounds.ts';
import { findActor } from '#lib/sessions/session.ts';

type Parameter = string | string[] | undefined;
type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<'lang' | 'before' | 'updates' | 'gift' | 'amount' | 'choice', Parameter>>;
};

/** The public page of a cause, at its canonical address. */
export default async function Page({ params, searchParams }: Props) {
  const [{ slug }, { lang, before, updates, gift, amount, choice }] = await Promise.all([params, searchParams]);
  const found = await loadCausePage(slug, new Date(), {
    before: one(before),
    updatesBefore: one(updates),
    viewer: async () => findActor(await headers()),
  });
  if (found.kind === 'missing') {
    setErrorStatus('missing');
    return <NotFoundPage />;
  }
  // Permanent for search engines. Browsers do not cache it (no-store), because a cause can return to an earlier address.
  const named = localeNamed(one(lang));
  if (found.kind === 'moved') permanentRedirect(`/c/${found.slug}${named ? `?lang=${named}` : ''}`);
  const { page } = found;
  const [reader, nonce] = await Promise.all([requestReader({ lang, country: page.country }), requestNonce()]);
  const draft = draftOf(one(gift), one(amount), one(choice));
  if (draft?.error === 'too_small' || draft?.error === 'too_large') draft.bounds = await offeredBounds(page);
  if (draft?.error === 'magnitude') explain(draft, reader, page);
  return <CausePage page={page} reader={reader} nonce={nonce} draft={draft} />;
}

function one(parameter: Parameter): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}

/** The form that was not accepted, from the query parameters. */
function draftOf(error: string | undefined, amount = '', choice = ''): GiftDraft | undefined {
  if (error === undefined || !Object.hasOwn(causeEn.cause.errors, error)) return undefined;
  return { error: error as GiftDraft['error'], amount: amount.slice(0, 30), choice };
}

/** Says what an amount with a word such as `mil` was understood as; a text that has none is simply no number. */
function explain(draft: GiftDraft, reader: Reader, { country, currency }: { country: string; currency: string }) {
  const parsed = parseAmount(draft.amount, moneyStyle(reader, country).formatLocale, amountWords(currency));
  if ('understood' in parsed) draft.understood = parsed.understood;
  else draft.error = 'not_a_number';
}
