import { env } from '#lib/env.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import { writeMoneyPath } from '#lib/i18n/write-money-path.ts';
import { writePaidWith } from '#lib/i18n/write-paid-with.ts';
import type { DonationFacts, EmailData } from '#lib/outbox/send-email.ts';
import { moneyOf, writeInstant, writeReversals } from '#lib/receipts/write-receipt.ts';
import type { DonationContext } from './donation-context.ts';
import type { Letter } from './letter.ts';
import { preventLinks } from './prevent-links.ts';

type Content = Omit<Letter, 'greeting' | 'signature'> & { signature?: string };
type Writing = { t: Translate; reader: Reader };

/** The receipt of a donation. */
export function receiptMail(
  { t, reader }: Writing,
  donation: EmailData['donation_completed'] & { context: DonationContext },
): Content {
  const { context, receiptUrl: url, paymentId, country } = donation;
  const { receipt, trust, statementDescriptor: descriptor } = context;
  const { locale } = reader;
  const isReturned = receipt?.reversals?.isReturned ?? false;
  // A copy may be mailed after the cause was renamed: the mail names it as its receipt does.
  const facts = aboutDonation(reader, { ...donation, title: receipt?.causeTitle ?? donation.title });
  // As the subject is written, but with the currency's name, whatever the reader's own is: a receipt is shown to others.
  const written = { ...donation, country: reader.place ?? country };
  const date = writeInstant(written, locale, context.timeZone ?? 'UTC');
  const { legalName = null, taxId = null } = receipt?.issuer ?? {};
  const formatLocale = formattingLocale(locale, written.country);
  const row = (term: string, value: string | null) => (value === null ? [] : [{ term, value }]);
  return {
    subject: t(donation.isCopy || isReturned ? 'email.receiptCopySubject' : 'email.donationCompletedSubject', facts),
    ...bannerOf(t, context),
    // It ends with where to ask.
    signature: '',
    paragraphs: [t(receiptBody(donation, isReturned), facts), ...(receipt ? writeReversals(receipt, locale) : [])],
    headline: moneyOf(written, donation.amountMajor, locale),
    facts: [
      ...row(t('receipt.number'), receipt?.number ?? paymentId),
      ...row(t('receipt.date'), date),
      ...row(t('receipt.method'), receipt && preventLinks(writePaidWith(receipt.paidWith, t))),
      ...row(t('receipt.issuer'), legalName && preventLinks(legalName)),
      ...row(t('receipt.taxId'), taxId),
      ...(receipt ? row(t('receipt.reference'), paymentId) : []),
    ],
    button: { label: t('email.donationCompletedPage'), url },
    notes: [
      t('email.donationCompletedPrivate'),
      receipt ? t('email.donationCompletedAttached') : t('email.donationCompletedKeep'),
      ...(isReturned ? [] : taxNote(t, receipt?.issuer)),
      ...(trust && !isReturned
        ? [preventLinks(writeMoneyPath(trust, { t, formatLocale, tense: 'after' }).join(' '))]
        : []),
      ...(descriptor ? [t('checkout.completed.statement', { descriptor: preventLinks(descriptor) })] : []),
    ],
  };
}

/** Nobody is thanked for what went back to them. */
function receiptBody({ isCopy }: EmailData['donation_completed'], isReturned: boolean) {
  if (isCopy) return 'email.receiptCopyBody';
  return isReturned ? 'email.receiptBody' : 'email.donationCompletedBody';
}

function taxNote(t: Translate, issuer: NonNullable<DonationContext['receipt']>['issuer'] | undefined): string[] {
  if (issuer?.deductibleNote) return [preventLinks(issuer.deductibleNote)];
  return issuer?.deductible ? [t(`receipt.deductible.${issuer.deductible}`)] : [];
}

const UNMATCHED_BODIES = {
  whole: { late: 'email.donationRefundedBody', mismatch: 'email.donationMismatchBody' },
  part: { late: 'email.donationRefundedPartBody', mismatch: 'email.donationMismatchPartBody' },
  rest: { late: 'email.donationRefundedRestBody', mismatch: 'email.donationMismatchRestBody' },
} as const;

/** Unmatched funds that were refunded: all of it, or what the donor's bank had not taken and nobody had sent by hand. */
export function unmatchedRefundMail(
  { t, reader }: Writing,
  refunded: EmailData['donation_refunded'] & { context: DonationContext },
): Content {
  const { amountMajor, backMajor, reason } = refunded;
  const facts = { ...aboutDonation(reader, refunded), back: money(reader, refunded, backMajor) };
  const { byHandMajor = 0, takenMajor = 0 } = refunded.context.otherwise ?? {};
  const isRest = backMajor < amountMajor && byHandMajor > 0;
  const body = UNMATCHED_BODIES[isRest ? 'rest' : backMajor < amountMajor ? 'part' : 'whole'];
  return {
    subject: t('email.donationRefundedSubject', facts),
    ...bannerOf(t, refunded.context),
    paragraphs: [
      t(reason === 'mismatch' ? body.mismatch : body.late, facts),
      ...(isRest ? [t('email.donationRefundedSent', { amount: money(reader, refunded, byHandMajor) })] : []),
      ...(isRest && takenMajor > 0
        ? [t('email.donationRefundedTaken', { amount: money(reader, refunded, takenMajor) })]
        : []),
      t('email.donationRefundedReceipt', facts),
    ],
  };
}

/** A donation that staff refunded, in part or in whole. */
export function refundMail(
  { t, reader }: Writing,
  refunded: EmailData['donation_given_back'] & { context: DonationContext },
): Content {
  const facts = { ...aboutDonation(reader, refunded), back: money(reader, refunded, refunded.backMajor) };
  const part = [t('email.refund.part', facts), ...restOf({ t, reader }, refunded)].join(' ');
  return {
    subject: t('email.refund.subject', facts),
    ...bannerOf(t, refunded.context),
    paragraphs: [
      refunded.isWhole ? t('email.refund.whole', facts) : part,
      t('email.refund.where'),
      numberOf(t, refunded),
    ],
    ...receiptButton(t, refunded.context),
  };
}

/** What is left of a donation once a part went back, after all other refunds and disputes of it. */
function restOf(
  { t, reader }: Writing,
  refunded: DonationFacts & { backMajor: number; context: DonationContext },
): string[] {
  const reversals = refunded.context.receipt?.reversals;
  // Where the refund has come back meanwhile, another mail says so.
  if (!reversals || reversals.refundedMajor < refunded.backMajor) return [];
  if (reversals.isReturned) return [t('email.refund.noRest')];
  const { leftMajor } = reversals;
  return leftMajor > 0 ? [t('email.refund.rest', { left: money(reader, refunded, leftMajor) })] : [];
}

/** A refund that came back after the donor was told of it. */
export function returnedRefundMail(
  { t, reader }: Writing,
  returned: EmailData['refund_returned'] & { context: DonationContext },
): Content {
  const facts = { ...aboutDonation(reader, returned), back: money(reader, returned, returned.backMajor) };
  return {
    subject: t('email.refundReturned.subject', facts),
    ...bannerOf(t, returned.context),
    paragraphs: [t('email.refundReturned.what', facts), t('email.refundReturned.next'), numberOf(t, returned)],
    ...receiptButton(t, returned.context),
  };
}

/** Money that staff gave back by bank transfer, because a refund failed: of a donation or of unmatched funds. */
export function sentByHandMail(
  { t, reader }: Writing,
  sent: EmailData['refund_sent_by_hand'] & { context: DonationContext },
): Content {
  const { backMajor, isWhole, isUnmatched, reference, sentOn, context } = sent;
  const facts = { ...aboutDonation(reader, sent), back: money(reader, sent, backMajor) };
  const part = [t('email.refundByHand.part', facts), ...restOf({ t, reader }, sent)].join(' ');
  return {
    subject: t('email.refundByHand.subject', facts),
    ...bannerOf(t, context),
    paragraphs: [
      isWhole ? t('email.refundByHand.whole', facts) : part,
      ...(isUnmatched ? [t('email.refundByHand.uncounted')] : []),
      t('email.refundByHand.where'),
      numberOf(t, sent),
    ],
    facts: [
      { term: t('email.refundByHand.reference'), value: preventLinks(reference) },
      { term: t('email.refundByHand.sentOn'), value: writeDay(reader, sent, sentOn) },
    ],
    ...receiptButton(t, context),
  };
}

/** A transfer to the donor that their bank returned: they are asked where to send it. */
export function returnedTransferMail(
  { t, reader }: Writing,
  returned: EmailData['transfer_returned'] & { context: DonationContext },
): Content {
  const { backMajor, owedMajor, reference, returnedOn, context } = returned;
  const facts = {
    ...aboutDonation(reader, returned),
    back: money(reader, returned, backMajor),
    owed: money(reader, returned, owedMajor),
  };
  return {
    subject: t('email.transferReturned.subject', facts),
    ...bannerOf(t, context),
    paragraphs: [
      t('email.transferReturned.what', facts),
      t('email.transferReturned.next', facts),
      numberOf(t, returned),
    ],
    facts: [
      { term: t('email.refundByHand.reference'), value: preventLinks(reference) },
      { term: t('email.transferReturned.returnedOn'), value: writeDay(reader, returned, returnedOn) },
    ],
    ...receiptButton(t, context),
  };
}

/** A day such as `2026-11-25` in words. */
function writeDay({ locale, place }: Reader, { country }: DonationFacts, day: string): string {
  return writeDayAndYear(formattingLocale(locale, place ?? country), day);
}

function aboutDonation(reader: Reader, donation: DonationFacts) {
  const { title, amountMajor, paymentId } = donation;
  return { title: preventLinks(title), paymentId, amount: money(reader, donation, amountMajor) };
}

function money(reader: Reader, { currency, country }: DonationFacts, amountMajor: number): string {
  return writeMoney(amountMajor, currency, moneyStyle(reader, country));
}

/** The number that the donor has on their receipt; where there is none, the payment's. */
function numberOf(t: Translate, { context, paymentId }: { context: DonationContext; paymentId: string }): string {
  const { receipt } = context;
  if (!receipt) return t('email.refund.number', { paymentId });
  return t('email.donationCompletedReceipt', { paymentId: receipt.number });
}

function receiptButton(t: Translate, { receipt }: DonationContext): Pick<Letter, 'button'> {
  if (!receipt) return {};
  return { button: { label: t('email.donationCompletedPage'), url: env().publicBaseUrl + receipt.path } };
}

function bannerOf(t: Translate, { testMode }: DonationContext): Pick<Letter, 'banner'> {
  return testMode ? { banner: t('receipt.testNote') } : {};
}
