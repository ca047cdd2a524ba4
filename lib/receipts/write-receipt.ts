import { atOneOClock } from '#lib/i18n/formats.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { moneyStyle } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { writeMoneyPath } from '#lib/i18n/write-money-path.ts';
import { writePaidWith } from '#lib/i18n/write-paid-with.ts';
import type { ReceiptRow, ReceiptView, ReversalsView, VerificationView, WrittenReceipt } from './receipt-view.ts';

/** The texts of a receipt in a language, the same for the page and the PDF. Instants in UTC. */
export function writeReceipt(view: ReceiptView, locale: Locale): WrittenReceipt {
  const t = translatorFor(locale);
  return {
    title: t('receipt.title'),
    thanks: t(view.reversals?.isReturned ? 'receipt.returned' : 'receipt.thanks'),
    amount: moneyOf(view, view.amountMajor, locale),
    rows: rowsOf(view, locale, t),
    notices: writeReversals(view, locale),
    notes: notesOf(view, locale, t),
    signature: { title: t('receipt.signatureTitle'), body: t('receipt.signatureBody') },
    testNote: view.testMode ? t('receipt.testNote') : null,
  };
}

function rowsOf(view: ReceiptView, locale: Locale, t: Translate): ReceiptRow[] {
  const { donorName, paidWith, donorTimeZone } = view;
  const { legalName, taxId } = view.issuer;
  const partner = view.partner === legalName ? null : view.partner;
  const optional = (term: string, value: string | null, kind: ReceiptRow['kind']): ReceiptRow[] =>
    value === null ? [] : [{ term, value, kind }];
  return [
    { term: t('receipt.number'), value: view.number, kind: 'code' },
    {
      term: t('receipt.date'),
      value: writeInstant(view, locale, donorTimeZone ?? 'UTC'),
      kind: donorTimeZone === null ? 'date' : 'text',
    },
    { term: t('receipt.cause'), value: view.causeTitle, kind: 'people' },
    ...optional(t('receipt.issuer'), legalName, 'people'),
    ...optional(t('receipt.taxId'), taxId, 'text'),
    ...optional(t('receipt.partner'), partner, 'people'),
    { term: t('receipt.method'), value: writePaidWith(paidWith, t), kind: 'text' },
    donorName === null
      ? { term: t('receipt.donor'), value: t('receipt.donorNone'), kind: 'text' }
      : { term: t('receipt.donor'), value: donorName, kind: 'people' },
    ...optional(t('receipt.visibility'), view.isAnonymous ? t('receipt.anonymous') : null, 'text'),
    { term: t('receipt.reference'), value: view.paymentId, kind: 'code' },
  ];
}

/** Where the money went and whether it is tax-deductible, unless all of it went back; and where to ask. */
function notesOf({ trust, issuer, country, reversals }: ReceiptView, locale: Locale, t: Translate): string[] {
  const formatLocale = formattingLocale(locale, country);
  const { deductible, deductibleNote } = issuer;
  const taxes = deductibleNote ?? (deductible && t(`receipt.deductible.${deductible}`));
  const path = writeMoneyPath(trust, { t, formatLocale, tense: 'after' }).join(' ');
  return [
    ...(reversals?.isReturned ? [] : [...(taxes === null ? [] : [taxes]), path]),
    ...(trust.supportEmail === null ? [] : [t('receipt.contact', { email: trust.supportEmail })]),
  ];
}

type Reversed = Pick<ReceiptView | VerificationView, 'reversals' | 'currency' | 'country'>;

/** A sentence for each kind of reversal, and one for what is left; none where nothing was reversed. */
export function writeReversals({ reversals, ...view }: Reversed, locale: Locale): string[] {
  if (reversals === null) return [];
  const t = translatorFor(locale);
  const { refundedMajor, isFullRefund, byHandMajor, disputedMajor, chargedBackMajor }: ReversalsView = reversals;
  const isPartGone = refundedMajor + chargedBackMajor > 0;
  const sentence = (kind: 'all' | 'part' | 'byHand' | 'open' | 'lost' | 'left', major: number) =>
    major > 0 ? [t(`receipt.reversals.${kind}`, { amount: moneyOf(view, major, locale) })] : [];
  return [
    ...sentence(isFullRefund ? 'all' : 'part', refundedMajor),
    ...(byHandMajor > 0 && byHandMajor === refundedMajor
      ? [t('receipt.reversals.allByHand')]
      : sentence('byHand', byHandMajor)),
    ...sentence('open', disputedMajor),
    ...sentence('lost', chargedBackMajor),
    ...(isPartGone ? sentence('left', reversals.leftMajor) : []),
  ];
}

/** Money on a receipt. Its readers may be in any country, so the currency is always named. */
export function moneyOf(
  { currency, country }: { currency: string; country: string },
  amountMajor: number,
  locale: Locale,
): string {
  return writeMoney(amountMajor, currency, moneyStyle({ locale, place: null }, country));
}

/** When a donation was completed, in the given time zone and with the zone's name. */
export function writeInstant(
  { completedAt, country }: { completedAt: string; country: string },
  locale: Locale,
  timeZone: string,
): string {
  const format = instantFormat(formattingLocale(locale, country), timeZone);
  return atOneOClock(evenSpaces(format.format(new Date(completedAt)))).replace(/([ap]\.) (m\.)/, '$1\u00a0$2');
}

/** Formats are kept: making one takes longer than all else of a date. There are some hundred time zones. */
const instantFormats = new Map<string, Intl.DateTimeFormat>();

function instantFormat(tag: string, timeZone: string): Intl.DateTimeFormat {
  const name = `${tag} ${timeZone}`;
  let format = instantFormats.get(name);
  if (!format) {
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
    const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone } as const;
    format = new Intl.DateTimeFormat(tag, { ...day, ...time });
    instantFormats.set(name, format);
  }
  return format;
}

/** Replaces narrow spaces, which not every font has, by no-break spaces. */
function evenSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, '\u00a0');
}
