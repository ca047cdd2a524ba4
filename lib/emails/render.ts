import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, type Locale } from '#lib/i18n/locales.ts';
import { type Reader, readerOfTag } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import type { EmailData, EmailTemplate } from '#lib/outbox/send-email.ts';
import type { SignInFacts } from '#lib/sessions/challenge.ts';
import { unreachable } from '#lib/unreachable.ts';
import {
  receiptMail,
  refundMail,
  returnedRefundMail,
  returnedTransferMail,
  sentByHandMail,
  unmatchedRefundMail,
} from './donation.ts';
import type { DonationContext } from './donation-context.ts';
import type { Letter, Letterhead } from './letter.ts';
import { preventLinks } from './prevent-links.ts';
import {
  bankAccountMail,
  contactKeptMail,
  keyDecisionMail,
  keyMail,
  termsMail,
  writeInstant,
} from './security-notices.ts';
import { renderShell, renderText } from './shell.ts';
import { withdrawalMail } from './withdrawal.ts';

type RenderedEmail = { subject: string; text: string; html: string };

/** Mails to donors about a payment. */
export type DonorTemplate =
  | 'donation_completed'
  | 'donation_refunded'
  | 'donation_given_back'
  | 'refund_returned'
  | 'refund_sent_by_hand'
  | 'transfer_returned';

/** The data that each kind of mail is rendered from: what the outbox stores, and what is looked up on delivery. */
export type EmailFacts = Omit<EmailData, 'sign_in' | DonorTemplate> & {
  sign_in: EmailData['sign_in'] & SignInFacts;
} & { [T in DonorTemplate]: EmailData[T] & { context: DonationContext } };

/**
 * Mails to the person of an account, which do not greet by name. A partner wrote that name when it named the owner, and a
 * partner's text must not stand where people look for a code.
 */
const WITHOUT_NAME: ReadonlySet<EmailTemplate> = new Set([
  ...(['sign_in', 'new_browser', 'passkey_changed', 'passkeys_removed'] as const),
  ...(['withdrawal_changed', 'bank_account_changed'] as const),
  ...(['owner_provisioned', 'cause_created', 'causes_created', 'cause_changed'] as const),
]);

/**
 * A mail without its greeting. A subject contains no text from outside, and everywhere else such text goes through
 * `preventLinks`.
 */
type Content = Omit<Letter, 'greeting' | 'signature'> & { signature?: string };

/**
 * Renders a mail for its recipient, as text and as HTML with the same content.
 * @param tag the language tag stored with the recipient: `es-CO`, or `es` where their place is not known
 */
export function renderEmail<T extends EmailTemplate>(template: T, tag: string, data: EmailFacts[T]): RenderedEmail {
  const reader = readerOfTag(tag) ?? { locale: DEFAULT_LOCALE, place: null };
  const { locale } = reader;
  const t = translatorFor(locale);
  const content = contentOf(t, reader, template, data);
  const letter: Letter = {
    signature: t('email.signature'),
    ...content,
    greeting: greeting(t, WITHOUT_NAME.has(template) ? null : data.name),
    // Money may contain no-break spaces.
    subject: content.subject.replace(/\s/g, ' '),
  };
  const head = letterhead(t, template, 'context' in data ? data.context : null);
  return {
    subject: letter.subject,
    text: renderText(letter, head),
    html: renderShell(letter, head, locale),
  };
}

/**
 * Mails about money that we hold for a donor or sent by hand. Only we can answer, and donors answer with their bank account,
 * which no client may read.
 */
const ANSWERED_BY_US: ReadonlySet<EmailTemplate> = new Set<EmailTemplate>([
  'refund_returned',
  'refund_sent_by_hand',
  'transfer_returned',
]);

/** Where the reader of a mail asks, and where their answer goes: the client that they gave through, or the service. */
export function contactOf(template: EmailTemplate, context: DonationContext | null): string | null {
  const trust = ANSWERED_BY_US.has(template) ? null : context?.trust;
  return (trust ?? env().about).supportEmail ?? null;
}

/** The branding and the contact of the client that a donor gave through; for all others, the service's own. */
function letterhead(t: Translate, template: EmailTemplate, context: DonationContext | null): Letterhead {
  const { serviceName, termsUrl, privacyUrl } = env().about;
  const trust = context?.trust ?? { termsUrl: termsUrl ?? null, privacyUrl: privacyUrl ?? null };
  const contact = contactOf(template, context);
  const name = context?.name ?? serviceName ?? null;
  return {
    name: name === null ? null : preventLinks(name),
    logoUrl: context?.logoUrl ?? null,
    accentColour: context?.accentColour ?? null,
    links: [
      ...(trust.termsUrl === null ? [] : [{ label: t('trust.terms'), url: trust.termsUrl }]),
      ...(trust.privacyUrl === null ? [] : [{ label: t('trust.privacy'), url: trust.privacyUrl }]),
    ],
    contact: contact === null ? null : t('trust.contact', { email: contact }),
  };
}

function greeting(t: Translate, name: string | null): string {
  return name ? t('email.greeting', { name: preventLinks(name) }) : t('email.greetingNoName');
}

function contentOf(t: Translate, reader: Reader, template: EmailTemplate, data: EmailFacts[EmailTemplate]): Content {
  const { locale } = reader;
  switch (template) {
    case 'owner_provisioned': {
      const owner = data as EmailData['owner_provisioned'];
      return {
        subject: t('email.ownerProvisionedSubject'),
        paragraphs: [t('email.ownerProvisionedBody'), ...aboutCause(t, owner), t('email.ownerProvisionedIgnore')],
      };
    }
    case 'cause_created': {
      const owner = data as EmailData['cause_created'];
      return {
        subject: t('email.causeCreatedSubject'),
        paragraphs: aboutCause(t, owner),
      };
    }
    case 'causes_created': {
      const { count, url } = data as EmailData['causes_created'];
      return {
        subject: t('email.causesCreatedSubject'),
        paragraphs: [t('email.causesCreatedBody', { count }), t('email.causesCreatedLink', { url })],
      };
    }
    case 'cause_changed':
      return causeChangedContent(t, data as EmailData['cause_changed']);
    case 'donation_completed':
      return receiptMail({ t, reader }, data as EmailFacts['donation_completed']);
    case 'donation_refunded':
      return unmatchedRefundMail({ t, reader }, data as EmailFacts['donation_refunded']);
    case 'donation_given_back':
      return refundMail({ t, reader }, data as EmailFacts['donation_given_back']);
    case 'refund_returned':
      return returnedRefundMail({ t, reader }, data as EmailFacts['refund_returned']);
    case 'refund_sent_by_hand':
      return sentByHandMail({ t, reader }, data as EmailFacts['refund_sent_by_hand']);
    case 'transfer_returned':
      return returnedTransferMail({ t, reader }, data as EmailFacts['transfer_returned']);
    case 'withdrawal_changed':
      return withdrawalMail(t, reader, data as EmailData['withdrawal_changed']);
    case 'bank_account_changed':
      return bankAccountMail(t, data as EmailData['bank_account_changed']);
    case 'key_created':
      return keyMail(t, reader, data as EmailData['key_created']);
    case 'key_decided':
      return keyDecisionMail(t, reader, data as EmailData['key_decided']);
    case 'client_terms_changed':
      return termsMail(t, reader, data as EmailData['client_terms_changed']);
    case 'client_contact_kept':
      return contactKeptMail(t, data as EmailData['client_contact_kept']);
    case 'sign_in':
      return signInContent(t, data as EmailFacts['sign_in']);
    case 'passkeys_removed': {
      const { reason, signInUrl } = data as EmailData['passkeys_removed'];
      return {
        subject: t('email.passkeysRemoved.subject'),
        paragraphs: [
          t('email.passkeysRemoved.what', { reason: preventLinks(reason) }),
          t('email.passkeysRemoved.next', { url: signInUrl }),
          t('email.passkeysRemoved.notYou'),
        ],
      };
    }
    case 'passkey_changed':
      return passkeyChangedContent(t, locale, data as EmailData['passkey_changed']);
    case 'new_browser':
      return newBrowserContent(t, locale, data as EmailData['new_browser']);
    default:
      return unreachable(template);
  }
}

function signInContent(t: Translate, { code, url, minutes }: EmailFacts['sign_in']): Content {
  // Two groups of digits are easier to copy by eye.
  const spaced = `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;
  return {
    subject: t('email.signIn.subject', { code: spaced }),
    paragraphs: [
      t('email.signIn.code', { code: spaced }),
      t('email.signIn.where', { url }),
      t('email.signIn.short', { minutes: String(minutes) }),
      t('email.signIn.ignore'),
    ],
  };
}

function newBrowserContent(t: Translate, locale: Locale, data: EmailData['new_browser']): Content {
  const { browser, system } = data.browser;
  const isKnown = browser !== '' && system !== '';
  const date = writeInstant(data.at, locale);
  return {
    subject: t('email.newBrowser.subject'),
    paragraphs: [
      isKnown ? t('email.newBrowser.what', { date, browser, system }) : t('email.newBrowser.whatUnknown', { date }),
      t('email.newBrowser.you'),
      t('email.newBrowser.notYou', { url: data.accountUrl }),
    ],
  };
}

function passkeyChangedContent(
  t: Translate,
  locale: Locale,
  { change, at, accountUrl: url }: EmailData['passkey_changed'],
): Content {
  return {
    subject: t(`email.passkeyChanged.${change}.subject`),
    paragraphs: [
      t(`email.passkeyChanged.${change}.what`, { date: writeInstant(at, locale) }),
      t('email.passkeyChanged.you'),
      t('email.passkeyChanged.notYou', { url }),
    ],
  };
}

function aboutCause(t: Translate, { title, causeUrl }: EmailData['cause_created']): string[] {
  return [t('email.causeCreatedBody', { title: preventLinks(title) }), t('email.causeCreatedLink', { causeUrl })];
}

function causeChangedContent(
  t: Translate,
  { title: typed, change, isOpen, causeUrl }: EmailData['cause_changed'],
): Content {
  const title = preventLinks(typed);
  return {
    subject: t(`email.causeChanged.${change}.subject`),
    paragraphs: [
      t(`email.causeChanged.${change}.what`, { title }),
      ...(change === 'resumed' ? [t(isOpen ? 'email.causeChanged.open' : 'email.causeChanged.notOpen')] : []),
      t('email.causeChanged.link', { causeUrl }),
      t('email.causeChanged.ask'),
    ],
  };
}
