import type { Tx } from '#lib/db.ts';
import { type EmailData, sendEmail } from '#lib/emails/outbox.ts';
import { env } from '#lib/env.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';

type Told = {
  ownerId: string;
  country: string;
  bankName: string;
  /** Its last characters alone. */
  maskedNumber: string;
  reviewNote: string | null;
};

/**
 * Tells the owner of a bank account what became of it, in the transaction that made it so: somebody in a stranger's account
 * is noticed by whom the account belongs to.
 */
export async function mailBankAccount(
  tx: Tx,
  { ownerId, country, bankName, maskedNumber, reviewNote }: Told,
  state: EmailData['bank_account_changed']['state'],
): Promise<void> {
  const { name, email } = await tx.account.findUniqueOrThrow({
    where: { id: ownerId },
    select: { name: true, email: true },
  });
  await sendEmail(
    tx,
    'bank_account_changed',
    { recipient: email, locale: localeOfCountry(country) ?? DEFAULT_LOCALE },
    {
      ...{ name, state, note: reviewNote },
      account: `${bankName} ${maskedNumber}`,
      accountUrl: `${env().publicBaseUrl}/dashboard/account`,
    },
  );
}
