import { expect, test } from 'vitest';
import { LOCALES } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { renderEmail } from './render.ts';

const ACCOUNT = {
  name: 'Ana',
  account: 'Banco de Bogotá •••• 6789',
  note: null,
  accountUrl: 'https://give.example.org/dashboard/account',
};
const KEY = {
  name: 'Manos Unidas',
  keyId: 'key_1',
  permissions: ['cause:read', 'causes:set_fee'],
  allowedIps: ['203.0.113.0/24'],
  awaitsApproval: false,
};

test.each(LOCALES)(
  'in %s, the owner of a bank account reads its new state, and what to do if they did not add it',
  (locale) => {
    const t = translatorFor(locale);
    const subjects = (['added', 'verified', 'refused'] as const).map((state) => {
      const { subject, text } = renderEmail('bank_account_changed', locale, { ...ACCOUNT, state });
      // The button is named as it stands on the page that the address leads to.
      for (const part of [ACCOUNT.account, ACCOUNT.accountUrl, t('dashboard.signOutEverywhere')])
        expect(text).toContain(part);
      return subject;
    });
    expect(new Set(subjects).size).toBe(3);
    const note = 'The bank says that it is closed';
    const refused = renderEmail('bank_account_changed', locale, { ...ACCOUNT, note, state: 'refused' });
    expect(refused.text).toContain(note);
  },
);

test.each(LOCALES)('in %s, a client reads the permissions, networks and approval of a new key', (locale) => {
  const t = translatorFor(locale);
  const { text } = renderEmail('key_created', locale, KEY);
  for (const part of ['key_1', 'cause:read, causes:set_fee', '203.0.113.0/24', t('email.key.notYou')])
    expect(text).toContain(part);
  expect(text).not.toContain(t('email.key.waits'));
  const open = renderEmail('key_created', locale, { ...KEY, allowedIps: [], awaitsApproval: true }).text;
  expect(open).toContain(t('email.key.waits'));
  expect(open).toContain(t('email.key.anywhere'));
});

test.each([
  ['en', 'It replaces the key key_0, which stops working on December 2, 2026 at 12:00:00 PM UTC.'],
  ['es', 'Reemplaza a la clave key_0, que deja de funcionar el 2 de diciembre de 2026 a las 12:00:00 UTC.'],
  ['pt', 'Ela substitui a chave key_0, que deixa de funcionar em 2 de dezembro de 2026 às 12:00:00 UTC.'],
] as const)('in %s, a client reads which key a new one replaces, and until when that one works', (locale, sentence) => {
  const replaces = { keyId: 'key_0', stopsAt: '2026-12-02T12:00:00.000Z' };
  expect(renderEmail('key_created', locale, { ...KEY, replaces }).text).toContain(sentence);
});

test('in Spanish, one o’clock is singular in a mail', () => {
  const replaces = { keyId: 'key_0', stopsAt: '2026-12-02T01:00:00.000Z' };
  expect(renderEmail('key_created', 'es', { ...KEY, replaces }).text).toContain('de 2026 a la 1:00:00 UTC');
});

test.each(LOCALES)('in %s, a client reads whether a key that waited works now or never will', (locale) => {
  const t = translatorFor(locale);
  const key = { name: 'Manos Unidas', keyId: 'key_1' };
  const replaces = { keyId: 'key_0', stopsAt: '2026-12-02T12:00:00.000Z' };
  const approved = renderEmail('key_decided', locale, { ...key, isApproved: true, replaces });
  const refused = renderEmail('key_decided', locale, { ...key, isApproved: false });
  for (const part of [t('email.key.approvedBody', { id: 'key_1' }), 'key_0', t('email.key.notYou')])
    expect(approved.text).toContain(part);
  expect(refused.text).toContain(t('email.key.refusedBody', { id: 'key_1' }));
  expect(approved.subject).not.toBe(refused.subject);
});

test.each([
  ['en', 'The commission on causes and links created from now on is 20%. It was 5%.', 'reply to this email right away'],
  ['es', 'es de 20\u00a0%. Era de 5\u00a0%.', 'responde de inmediato a este correo'],
  ['pt', 'é de 20%. Era de 5%.', 'responda imediatamente a este e‑mail'],
])('the old contact of a client reads what changes and until when it can object, in %s', (locale, fee, object) => {
  const before = { feePercent: 5, feeModel: 'plus_gateway_costs', contactEmail: 'old@example.org' };
  const data = { name: 'Manos', before, contactAt: '2026-11-27T12:00:00.000Z' };
  const after = { feePercent: 20, feeModel: 'all_inclusive', contactEmail: null };
  const { text } = renderEmail('client_terms_changed', locale, { ...data, after });
  for (const part of [fee, object, '2026']) expect(text).toContain(part);
  const { text: other } = renderEmail('client_terms_changed', locale, {
    ...data,
    contactAt: null,
    after: { ...before, contactEmail: 'new@example.org' },
  });
  expect(other).not.toContain(fee);
  expect(other).toContain('new');
});

test.each([
  ['en', 'On causes and links created from now on, the commission includes'],
  ['es', 'En las causas y los enlaces que se creen desde ahora, la comisión incluye'],
  ['pt', 'Nas causas e nos links criados a partir de agora, a comissão inclui'],
] as const)('in %s, a fee model that changed alone says of what it is the model', (locale, sentence) => {
  const before = { feePercent: 5, feeModel: 'plus_gateway_costs', contactEmail: 'old@example.org' };
  const after = { ...before, feeModel: 'all_inclusive' };
  const { text } = renderEmail('client_terms_changed', locale, { name: 'Manos', before, after, contactAt: null });
  expect(text).toContain(sentence);
});

test.each(LOCALES)('in %s, a contact reads that it stays, and whether the fees do', (locale) => {
  const t = translatorFor(locale);
  const mail = (hasOtherTerms: boolean) => renderEmail('client_contact_kept', locale, { name: 'Manos', hasOtherTerms });
  expect(mail(true).text).toContain(t('email.contactKept.body'));
  expect(mail(true).text).toContain(t('email.contactKept.rest'));
  expect(mail(false).text).not.toContain(t('email.contactKept.rest'));
});
