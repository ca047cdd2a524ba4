import { escapeHtml } from '#lib/html.ts';
import { formattingLocale, LANGUAGE_TAGS, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { formatMajor } from '#lib/money.ts';
import type { SignInFacts } from '#lib/sessions/mail-facts.ts';
import { unreachable } from '#lib/unreachable.ts';
import type { DonationFacts, EmailData, EmailTemplate } from './outbox.ts';
import { bankAccountMail, keyMail } from './safety.ts';
import { unlinked } from './unlinked.ts';
import { withdrawalMail } from './withdrawal.ts';

export type RenderedEmail = { subject: string; text: string; html: string };

/** What a mail of each kind is written from: its data, and what is only looked up on delivery. */
export type EmailFacts = Omit<EmailData, 'sign_in'> & { sign_in: EmailData['sign_in'] & SignInFacts };

/**
 * A mail: its subject and its paragraphs, plain text throughout. A subject holds nothing that people outside wrote, and in
 * a paragraph that is `unlinked`.
 */
type Content = { subject: string; paragraphs: string[] };

/** Writes a mail in a language, as text and as HTML that says the same. */
export function renderEmail<T extends EmailTemplate>(
  template: T,
  locale: Locale,
  data: EmailFacts[T],
): RenderedEmail {
  const t = translatorFor(locale);
  const { subject, paragraphs } = contentOf(t, locale, template, data);
  const all = [greeting(t, data.name), ...paragraphs, t('email.signature')];
  return {
    // Money may be written with a space that does not break.
    subject: subject.replace(/\s/g, ' '),
    text: `${all.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><meta charset="utf-8"><body>${all.map((p) => `<p>${escapeHtml(p)}</p>`).join('')}</body></html>`,
  };
}

function greeting(t: Translate, name: string | null): string {
  return name ? t('email.greeting', { name: unlinked(name) }) : t('email.greetingNoName');
}

function contentOf(
  t: Translate,
  locale: Locale,
  template: EmailTemplate,
  data: EmailFacts[EmailTemplate],
): Content {
  switch (template) {
    case 'owner_provisioned': {
      const owner = data as EmailData['owner_provisioned'];
      return {
        subject: t('email.ownerProvisionedSubject'),
        paragraphs: [
          t('email.ownerProvisionedBody'),
          ...aboutCause(t, owner),
          t('email.ownerProvisionedIgnore'),
        ],
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
    case 'donation_completed': {
      const donation = data as EmailData['donation_completed'];
      const facts = { ...aboutDonation(locale, donation), date: instant(donation.completedAt, locale) };
      return {
        subject: t('email.donationCompletedSubject', facts),
        paragraphs: [
          t('email.donationCompletedBody', facts),
          t('email.donationCompletedReceipt', facts),
          ...whereReceiptIs(t, donation),
        ],
      };
    }
    case 'donation_refunded': {
      const refunded = data as EmailData['donation_refunded'];
      const facts = aboutDonation(locale, refunded);
      const body = refunded.reason === 'mismatch' ? 'givenBack.mailBody' : 'email.donationRefundedBody';
      return {
        subject: t('email.donationRefundedSubject', facts),
        paragraphs: [t(body, facts), t('email.donationRefundedReceipt', facts)],
      };
    }
    case 'donation_given_back': {
      const given = data as EmailData['donation_given_back'];
      const facts = { ...aboutDonation(locale, given), back: givenBackAmount(locale, given) };
      return {
        subject: t('refund.email.subject', facts),
        paragraphs: [
          given.isWhole ? t('refund.email.whole', facts) : t('refund.email.part', facts),
          t('refund.email.where'),
          t('refund.email.number', facts),
        ],
      };
    }
    case 'refund_returned': {
      const returned = data as EmailData['refund_returned'];
      const facts = { ...aboutDonation(locale, returned), back: givenBackAmount(locale, returned) };
      return {
        subject: t('refund.returned.subject', facts),
        paragraphs: [
          t('refund.returned.what', facts),
          t('refund.returned.next'),
          t('refund.email.number', facts),
        ],
      };
    }
    case 'withdrawal_changed':
      return withdrawalMail(t, locale, data as EmailData['withdrawal_changed']);
    case 'bank_account_changed':
      return bankAccountMail(t, data as EmailData['bank_account_changed']);
    case 'key_created':
      return keyMail(t, data as EmailData['key_created']);
    case 'sign_in':
      return signInContent(t, data as EmailFacts['sign_in']);
    case 'passkeys_removed': {
      const { reason, signInUrl } = data as EmailData['passkeys_removed'];
      return {
        subject: t('account.passkeysRemoved.subject'),
        paragraphs: [
          t('account.passkeysRemoved.what', { reason: unlinked(reason) }),
          t('account.passkeysRemoved.next', { url: signInUrl }),
          t('account.passkeysRemoved.notYou'),
        ],
      };
    }
    case 'new_browser':
      return newBrowserContent(t, locale, data as EmailData['new_browser']);
    default:
      return unreachable(template);
  }
}

function signInContent(t: Translate, { code, url, minutes }: EmailFacts['sign_in']): Content {
  // In two groups it is easier to carry from one screen to another.
  const spaced = `${code.slice(0, code.length / 2)} ${code.slice(code.length / 2)}`;
  return {
    subject: t('signIn.mail.subject', { code: spaced }),
    paragraphs: [
      t('signIn.mail.code', { code: spaced }),
      t('signIn.mail.where', { url }),
      t('signIn.mail.short', { minutes: String(minutes) }),
      t('signIn.mail.ignore'),
    ],
  };
}

function newBrowserContent(t: Translate, locale: Locale, data: EmailData['new_browser']): Content {
  const { browser, system } = data.browser;
  const isKnown = browser !== '' && system !== '';
  const date = instant(data.at, locale);
  return {
    subject: t('account.newBrowser.subject'),
    paragraphs: [
      isKnown
        ? t('account.newBrowser.what', { date, browser, system })
        : t('account.newBrowser.whatUnknown', { date }),
      t('account.newBrowser.you'),
      t('account.newBrowser.notYou', { url: data.accountUrl }),
    ],
  };
}

function aboutCause(t: Translate, { title, causeUrl }: EmailData['cause_created']): string[] {
  return [t('email.causeCreatedBody', { title: unlinked(title) }), t('email.causeCreatedLink', { causeUrl })];
}

function whereReceiptIs(t: Translate, { receiptUrl }: EmailData['donation_completed']): string[] {
  if (receiptUrl === undefined) return [t('email.donationCompletedKeep')];
  return [t('email.donationCompletedPage', { receiptUrl }), t('email.donationCompletedPrivate')];
}

function aboutDonation(locale: Locale, { title, amountMajor, currency, country, paymentId }: DonationFacts) {
  const amount = formatMajor(amountMajor, currency, formattingLocale(locale, country));
  return { title: unlinked(title), paymentId, amount };
}

function givenBackAmount(locale: Locale, { backMajor, currency, country }: EmailData['refund_returned']) {
  return formatMajor(backMajor, currency, formattingLocale(locale, country));
}

function instant(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
