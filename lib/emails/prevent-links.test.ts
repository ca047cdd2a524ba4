import { LinkifyIt } from 'linkify-it';
import { expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { LOCALES } from '#lib/i18n/locales.ts';
import type { EmailTemplate } from '#lib/outbox/send-email.ts';
import type { DonationContext } from './donation-context.ts';
import { preventLinks } from './prevent-links.ts';
import { type EmailFacts, renderEmail } from './render.ts';

/** Finds what mail programs make links of: addresses with and without a scheme, of every domain that could exist. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).tlds(['app', 'example'], true);

const ADDRESSES = [
  'https://evil.example/login?a=b',
  'http://203.0.113.9/x',
  '//evil.com/x',
  'www.evil.com',
  'evil.com',
  'evil。com',
  'sub.evil.app/path.html',
  'eve@evil.com',
  'mailto:eve@evil.com',
  'Call eve@evil.example, or see evil.com.',
];

test.each(ADDRESSES)('%s reads the same and is not linked', (address) => {
  expect(linkify.match(preventLinks(address))).toBeNull();
  expect(preventLinks(address).replaceAll('\u200a', '')).toBe(address);
  expect(preventLinks('Agua para Ráquira: 50 % más. Gracias')).toBe('Agua para Ráquira: 50 % más. Gracias');
});

test('a title or a name begins no paragraph of ours', () => {
  const typed = 'Ana\r\n\r\nYour account is blocked\u2028\u0007';
  expect(preventLinks(typed)).toBe('Ana Your account is blocked');
  const sent = renderEmail('cause_created', 'en', { name: typed, title: typed, causeUrl: OURS });
  for (const line of sent.text.split('\n')) expect(line).not.toMatch(/^Your account/);
});

test('text in Hebrew or Arabic is isolated from the sentence around it', () => {
  const sent = renderEmail('cause_created', 'es', { name: 'Ana', title: 'בית ספר 2 – Reconstrucción', causeUrl: OURS });
  for (const part of [sent.text, sent.html]) expect(part).toContain('“\u2068בית ספר 2 – Reconstrucción\u2069”');
  expect(preventLinks('Ana')).toBe('Ana');
});

const HOSTILE = `${ADDRESSES.join(' ')} Win`;
const OURS = env().publicBaseUrl;
const HOSTILE_CONTEXT: DonationContext = {
  name: HOSTILE,
  logoUrl: `${OURS}/logo.png`,
  accentColour: '#0F766E',
  trust: {
    receiver: HOSTILE,
    service: 'Give',
    feePercent: 5,
    feeModel: 'all_inclusive',
    termsUrl: `${OURS}/terms`,
    privacyUrl: `${OURS}/privacy`,
    supportEmail: null,
  },
  timeZone: 'America/Bogota',
  statementDescriptor: HOSTILE,
  otherwise: null,
  receipt: {
    path: '/r/1',
    number: 'K7M-2PX-R94C',
    paymentId: 'pay_1',
    amountMajor: 50_000,
    currency: 'COP',
    completedAt: '2026-11-21T12:00:00.000Z',
    causeTitle: HOSTILE,
    causeUrl: null,
    country: 'co',
    partner: HOSTILE,
    accentColour: null,
    donorName: HOSTILE,
    isAnonymous: false,
    donorLocale: 'es',
    donorTimeZone: null,
    reversals: null,
    testMode: false,
    verifyUrl: OURS,
    qr: { size: 1, path: '' },
    issuer: { legalName: HOSTILE, taxId: 'NIT 900.123.456-7', deductible: 'yes', deductibleNote: HOSTILE },
    trust: {
      receiver: null,
      service: null,
      feePercent: 5,
      feeModel: 'unknown',
      termsUrl: null,
      privacyUrl: null,
      supportEmail: null,
    },
    paidWith: {
      method: 'bank_transfer',
      cardBrand: null,
      cardLast4: null,
      cardWallet: null,
      bankName: HOSTILE,
    },
  },
  testMode: true,
};
const DONATION = {
  name: HOSTILE,
  title: HOSTILE,
  amountMajor: 50_000,
  currency: 'COP',
  country: 'co',
  paymentId: 'pay_1',
  backMajor: 20_000,
  context: HOSTILE_CONTEXT,
};
const CAUSE = { name: HOSTILE, title: HOSTILE, causeUrl: `${OURS}/c/evil` };

/** A mail of each kind, where everything that people outside can write is hostile. */
const MAILS: EmailFacts = {
  owner_provisioned: CAUSE,
  cause_created: CAUSE,
  causes_created: { name: HOSTILE, count: 7, url: `${OURS}/dashboard` },
  cause_changed: { ...CAUSE, change: 'paused', isOpen: false },
  donation_completed: { ...DONATION, receiptUrl: `${OURS}/r/1`, completedAt: '2026-11-21T12:00:00.000Z' },
  donation_given_back: { ...DONATION, isWhole: true },
  donation_refunded: { ...DONATION, reason: 'late' },
  refund_returned: DONATION,
  refund_sent_by_hand: { ...DONATION, reference: HOSTILE, sentOn: '2026-11-25', isWhole: true },
  transfer_returned: { ...DONATION, owedMajor: 20_000, reference: HOSTILE, returnedOn: '2026-11-26' },
  withdrawal_changed: {
    ...DONATION,
    account: HOSTILE,
    note: HOSTILE,
    state: 'paid',
    withdrawalId: 'wd_1',
    heldFor: null,
    sentReference: HOSTILE,
    sentOn: '2026-11-25',
  },
  bank_account_changed: {
    name: HOSTILE,
    account: HOSTILE,
    note: HOSTILE,
    state: 'refused',
    accountUrl: `${OURS}/dashboard/account`,
  },
  key_created: {
    name: HOSTILE,
    keyId: 'key_1',
    permissions: ['cause:read'],
    allowedIps: [],
    awaitsApproval: true,
  },
  key_decided: { name: HOSTILE, keyId: 'key_1', isApproved: true },
  client_terms_changed: {
    name: HOSTILE,
    contactAt: '2026-11-27T12:00:00.000Z',
    before: { feePercent: 5, feeModel: 'plus_gateway_costs', contactEmail: 'old@example.org' },
    after: { feePercent: 20, feeModel: 'all_inclusive', contactEmail: 'new@example.org' },
  },
  client_contact_kept: { name: HOSTILE, hasOtherTerms: true },
  new_browser: {
    name: HOSTILE,
    browser: { browser: '', system: '' },
    at: '2026-11-21T12:00:00.000Z',
    accountUrl: `${OURS}/dashboard/account`,
  },
  passkey_changed: {
    name: HOSTILE,
    change: 'added',
    at: '2026-11-21T12:00:00.000Z',
    accountUrl: `${OURS}/dashboard/account`,
  },
  passkeys_removed: { name: HOSTILE, reason: HOSTILE, signInUrl: `${OURS}/sign-in` },
  sign_in: {
    name: HOSTILE,
    challengeId: 'ver_1',
    code: '12345678',
    minutes: 10,
    url: `${OURS}/sign-in/link?token=x`,
  },
};
const TEMPLATES = Object.keys(MAILS) as EmailTemplate[];

test.each([
  'sign_in',
  'new_browser',
  'passkeys_removed',
  'withdrawal_changed',
  'bank_account_changed',
  'cause_changed',
] as const)('the name that a partner gave an owner is not in %s', (template) => {
  for (const locale of LOCALES) {
    const { subject, text, html } = renderEmail(template, locale, { ...MAILS[template], name: 'Quetzal' });
    expect(subject + text + html).not.toContain('Quetzal');
  }
});

/** Mails in which nothing is written that people outside can write. */
const WITHOUT_OUTSIDERS: EmailTemplate[] = ['sign_in', 'new_browser', 'passkey_changed', 'causes_created'];

test.each(LOCALES.flatMap((locale) => TEMPLATES.map((template) => [template, locale] as const)))(
  'text from outside is not in the subject of %s in %s, and not linked in its text or HTML',
  (template, locale) => {
    const { subject, text, html } = renderEmail(template, locale, MAILS[template]);
    expect(subject).not.toMatch(/Win|evil/);
    if (!WITHOUT_OUTSIDERS.includes(template)) expect(text).toContain('Win');
    for (const part of [text, html.replaceAll(/<[^>]+>/g, ' ')]) {
      const links = (linkify.match(part) ?? []).map(({ url }) => url);
      expect(links.filter((url) => !url.startsWith(OURS))).toEqual([]);
    }
  },
);
