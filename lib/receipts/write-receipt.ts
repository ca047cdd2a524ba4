import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { formatMajor } from '#lib/money.ts';
import type { GivenBack, ReceiptRow, ReceiptView, VerificationView, WrittenReceipt } from './receipt-view.ts';

/** Writes a receipt in a language: page and file say the same. Instants in UTC. */
export function writeReceipt(view: ReceiptView, locale: Locale): WrittenReceipt {
  const t = translatorFor(locale);
  return {
    title: t('receipt.title'),
    thanks: t('receipt.thanks'),
    amount: moneyOf(view, view.amountMajor, locale),
    rows: rowsOf(view, locale, t),
    notices: writeGivenBack(view, locale),
    signature: { title: t('receipt.signatureTitle'), body: t('receipt.signatureBody') },
    testNote: view.testMode ? t('receipt.testNote') : null,
  };
}

function rowsOf(view: ReceiptView, locale: Locale, t: Translate): ReceiptRow[] {
  const { partner, donorName, method } = view;
  return [
    { term: t('receipt.number'), value: view.paymentId, kind: 'code' },
    { term: t('receipt.date'), value: writeInstant(view, locale, 'UTC'), kind: 'date' },
    { term: t('receipt.cause'), value: view.causeTitle, kind: 'people' },
    ...(partner === null ? [] : [{ term: t('receipt.partner'), value: partner, kind: 'people' } as const]),
    { term: t('receipt.method'), value: t(`receipt.methods.${method}`), kind: 'text' },
    donorName === null
      ? { term: t('receipt.donor'), value: t('receipt.donorNone'), kind: 'text' }
      : { term: t('receipt.donor'), value: donorName, kind: 'people' },
    ...(view.isAnonymous
      ? [{ term: t('receipt.visibility'), value: t('receipt.anonymous'), kind: 'text' } as const]
      : []),
  ];
}

type Given = Pick<ReceiptView | VerificationView, 'givenBack' | 'currency' | 'country'>;

/** What was given back, a sentence each; none where the donation stands. */
export function writeGivenBack({ givenBack, ...view }: Given, locale: Locale): string[] {
  if (givenBack === null) return [];
  const t = translatorFor(locale);
  const { amountMajor, isAll, disputedMajor, chargedBackMajor }: GivenBack = givenBack;
  const say = (what: 'all' | 'part' | 'open' | 'lost', major: number) =>
    major > 0 ? [t(`receipt.givenBack.${what}`, { amount: moneyOf(view, major, locale) })] : [];
  return [
    ...say(isAll ? 'all' : 'part', amountMajor),
    ...say('open', disputedMajor),
    ...say('lost', chargedBackMajor),
  ];
}

/** Money with its currency's code, for a paper that may lie in any country: `$ 50.000 COP`. */
export function moneyOf(
  { currency, country }: { currency: string; country: string },
  amountMajor: number,
  locale: Locale,
): string {
  const written = formatMajor(amountMajor, currency, formattingLocale(locale, country));
  return evenSpaces(written.includes(currency) ? written : `${written} ${currency}`);
}

/** When a donation was completed, in a time zone, with the zone's name. */
export function writeInstant(
  { completedAt, country }: { completedAt: string; country: string },
  locale: Locale,
  timeZone: string,
): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const;
  const format = new Intl.DateTimeFormat(formattingLocale(locale, country), { ...day, ...time });
  return evenSpaces(format.format(new Date(completedAt))).replace(/([ap]\.) (m\.)/, '$1\u00a0$2');
}

/** Narrow spaces break no line here and are in every font as ordinary ones. */
function evenSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, '\u00a0');
}
