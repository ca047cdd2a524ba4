import type { Translate } from '#lib/i18n/translator.ts';
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
  { keyId, permissions, allowedIps, awaitsApproval }: EmailData['key_created'],
) {
  return {
    subject: t('email.key.subject'),
    paragraphs: [
      t('email.key.body', { id: keyId }),
      t('email.key.permissions', { words: permissions.join(', ') }),
      allowedIps.length === 0
        ? t('email.key.anywhere')
        : t('email.key.addresses', { range: allowedIps.join(', ') }),
      ...(awaitsApproval ? [t('email.key.waits')] : []),
      t('email.key.notYou'),
    ],
  };
}
