import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { formatMajor } from '#lib/money.ts';
import type { EmailData } from './outbox.ts';
import { unlinked } from './unlinked.ts';

/** How a withdrawal stands, told to the creator who asked for it. */
export function withdrawalMail(t: Translate, locale: Locale, data: EmailData['withdrawal_changed']) {
  const { note, withdrawalId, heldFor } = data;
  const [title, account] = [unlinked(data.title), unlinked(data.account)];
  const told = heldFor ? 'held' : data.state;
  const amount = formatMajor(data.amountMajor, data.currency, formattingLocale(locale, data.country));
  return {
    subject: t(`withdrawal.email.${told}Subject`, { amount }),
    paragraphs: [
      t(`withdrawal.email.${told}Body`, { amount, title, account }),
      ...(heldFor ? [t(`payout.held.${heldFor}`)] : []),
      ...(note ? [t('withdrawal.email.note', { note: unlinked(note) })] : []),
      t('withdrawal.email.number', { withdrawalId }),
    ],
  };
}
