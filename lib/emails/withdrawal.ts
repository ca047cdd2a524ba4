import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { writeMoney } from '#lib/i18n/write-money.ts';
import type { EmailData } from '#lib/outbox/send-email.ts';
import { preventLinks } from './prevent-links.ts';

/** To a creator, about the status of their withdrawal. */
export function withdrawalMail(t: Translate, reader: Reader, data: EmailData['withdrawal_changed']) {
  const { note, withdrawalId, heldFor, sentReference, sentOn } = data;
  const [title, account] = [preventLinks(data.title), preventLinks(data.account)];
  const status = heldFor ? 'held' : data.state;
  const style = moneyStyle(reader, data.country);
  const amount = writeMoney(data.amountMajor, data.currency, style);
  return {
    subject: t(`email.withdrawal.${status}Subject`, { amount }),
    paragraphs: [
      t(`email.withdrawal.${status}Body`, { amount, title, account }),
      ...(heldFor ? [t(`withdrawals.held.${heldFor}`)] : []),
      ...(sentReference && sentOn
        ? [
            t('email.withdrawal.sent', {
              reference: preventLinks(sentReference),
              date: writeDayAndYear(style.formatLocale, sentOn),
            }),
          ]
        : []),
      ...(note ? [t('email.note', { note: preventLinks(note) })] : []),
      t('email.withdrawal.number', { withdrawalId }),
    ],
  };
}
