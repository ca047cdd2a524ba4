import type { Translate } from '#lib/i18n/translator.ts';
import type { EmailData } from './outbox.ts';
import { unlinked } from './unlinked.ts';

/** A bank account was added, verified or refused, told to its owner: also to one who knows nothing of it. */
export function bankAccountMail(
  t: Translate,
  { state, account: typed, note, accountUrl: url }: EmailData['bank_account_changed'],
) {
  const account = unlinked(typed);
  return {
    subject: t(`safety.bankAccount.${state}Subject`),
    paragraphs: [
      t(`safety.bankAccount.${state}Body`, { account }),
      ...(note ? [t('withdrawal.email.note', { note: unlinked(note) })] : []),
      t('safety.bankAccount.notYou', { url }),
    ],
  };
}

/** A key was made for a client, told to its contact. Never the key itself. */
export function keyMail(
  t: Translate,
  { keyId, permissions, allowedIps, awaitsApproval }: EmailData['key_created'],
) {
  return {
    subject: t('safety.key.subject'),
    paragraphs: [
      t('safety.key.body', { id: keyId }),
      t('safety.key.permissions', { words: permissions.join(', ') }),
      allowedIps.length === 0
        ? t('safety.key.anywhere')
        : t('safety.key.addresses', { range: allowedIps.join(', ') }),
      ...(awaitsApproval ? [t('safety.key.waits')] : []),
      t('safety.key.notYou'),
    ],
  };
}
