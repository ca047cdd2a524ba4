import type { Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { localeOfRecipient } from '#lib/outbox/locale-of-recipient.ts';
import { type EmailData, sendEmail } from '#lib/outbox/send-email.ts';

type BankAccountFacts = {
  ownerId: string;
  country: string;
  bankName: string;
  /** Its last characters only. */
  maskedNumber: string;
  reviewNote: string | null;
};

/**
 * Mails the owner of a bank account about its new state, in the transaction that changed it, so that the owner notices an
 * intruder.
 */
export async function mailBankAccount(
  tx: Tx,
  { ownerId, country, bankName, maskedNumber, reviewNote }: BankAccountFacts,
  state: EmailData['bank_account_changed']['state'],
): Promise<void> {
  const { name, email } = await tx.account.findUniqueOrThrow({
    where: { id: ownerId },
    select: { name: true, email: true },
  });
  // As their other mails: a bank can be in another country than they are.
  const locale = (await localeOfRecipient(tx, { ownerId })) ?? localeOfCountry(country) ?? DEFAULT_LOCALE;
  await sendEmail(
    tx,
    'bank_account_changed',
    { recipient: email, locale },
    {
      name,
      state,
      note: reviewNote,
      account: `${bankName} ${maskedNumber}`,
      accountUrl: `${env().publicBaseUrl}/dashboard/account`,
    },
  );
}
