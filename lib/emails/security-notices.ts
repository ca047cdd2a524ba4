import { FEE_MODELS } from '#lib/causes/fees.ts';
import { atOneOClock } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { oneOf } from '#lib/one-of.ts';
import type { EmailData } from '#lib/outbox/send-email.ts';
import { preventLinks } from './prevent-links.ts';

/** To the owner of a bank account that was added, verified or refused. They may not have added it themselves. */
export function bankAccountMail(
  t: Translate,
  { state, account: typed, note, accountUrl: url }: EmailData['bank_account_changed'],
) {
  const account = preventLinks(typed);
  return {
    subject: t(`email.bankAccount.${state}Subject`),
    paragraphs: [
      t(`email.bankAccount.${state}Body`, { account }),
      ...(note ? [t('email.note', { note: preventLinks(note) })] : []),
      t('email.bankAccount.notYou', { url }),
    ],
  };
}

/** To a client's contact, about a key that was created. Never the key itself. */
export function keyMail(
  t: Translate,
  { locale }: Reader,
  { keyId, permissions, allowedIps, awaitsApproval, replaces }: EmailData['key_created'],
) {
  return {
    subject: t('email.key.subject'),
    paragraphs: [
      t('email.key.body', { id: keyId }),
      t('email.key.permissions', { words: permissions.join(', ') }),
      allowedIps.length === 0 ? t('email.key.anywhere') : t('email.key.addresses', { range: allowedIps.join(', ') }),
      ...(awaitsApproval ? [t('email.key.waits')] : []),
      ...replacedSentence(t, locale, replaces),
      t('email.key.notYou'),
    ],
  };
}

/** To a client's contact, about a key that waited for a second person. */
export function keyDecisionMail(
  t: Translate,
  { locale }: Reader,
  { keyId: id, isApproved, replaces }: EmailData['key_decided'],
) {
  if (!isApproved) return { subject: t('email.key.refusedSubject'), paragraphs: [t('email.key.refusedBody', { id })] };
  return {
    subject: t('email.key.approvedSubject'),
    paragraphs: [t('email.key.approvedBody', { id }), ...replacedSentence(t, locale, replaces), t('email.key.notYou')],
  };
}

function replacedSentence(t: Translate, locale: Locale, replaces: EmailData['key_created']['replaces']): string[] {
  if (!replaces) return [];
  return [t('email.key.replaces', { id: replaces.keyId, date: writeInstant(replaces.stopsAt, locale) })];
}

/** To the contact that a client had, about terms that change, with the time until which a new contact can be stopped. */
export function termsMail(
  t: Translate,
  { locale }: Reader,
  { before, after, contactAt }: EmailData['client_terms_changed'],
) {
  const date = contactAt === null ? null : writeInstant(contactAt, locale);
  const percents = {
    value: writePercent(after.feePercent, locale),
    previous: writePercent(before.feePercent, locale),
  };
  return {
    subject: t('email.terms.subject'),
    paragraphs: [
      t('email.terms.intro'),
      ...(before.feePercent === after.feePercent ? [] : [t('email.terms.fee', percents)]),
      ...(before.feeModel === after.feeModel ? [] : [t(`email.terms.feeModels.${oneOf(FEE_MODELS, after.feeModel)}`)]),
      ...(before.contactEmail === after.contactEmail ? [] : [contactSentence(t, after.contactEmail, date)]),
      date === null ? t('email.terms.notYou') : t('email.terms.object', { date }),
    ],
  };
}

/** To the contact of a client that stays. */
export function contactKeptMail(t: Translate, { hasOtherTerms }: EmailData['client_contact_kept']) {
  return {
    subject: t('email.contactKept.subject'),
    paragraphs: [t('email.contactKept.body'), ...(hasOtherTerms ? [t('email.contactKept.rest')] : [])],
  };
}

/** @param date when the contact takes effect; null for at once */
function contactSentence(t: Translate, contactEmail: string | null, date: string | null): string {
  if (contactEmail === null) return date === null ? t('email.terms.nobodyNow') : t('email.terms.nobody', { date });
  const email = preventLinks(contactEmail);
  return date === null ? t('email.terms.contactNow', { email }) : t('email.terms.contact', { date, email });
}

/** An instant in a language, in UTC. */
export function writeInstant(iso: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  return atOneOClock(format.format(new Date(iso)));
}
