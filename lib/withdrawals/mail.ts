import type { Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { oneOf } from '#lib/one-of.ts';
import { maskedNumber } from './bank-accounts.ts';
import type { HoldReason } from './checks.ts';
import type { WithdrawalWithAccount } from './present.ts';
import { WITHDRAWAL_STATES } from './states.ts';

/** Tells the creator how their withdrawal stands, in the transaction that made it so. */
export async function mailWithdrawal(tx: Tx, withdrawal: WithdrawalWithAccount): Promise<void> {
  const { title, country, owner } = await tx.cause.findUniqueOrThrow({
    where: { key: withdrawal.causeKey },
    select: { title: true, country: true, owner: { select: { name: true, email: true } } },
  });
  const locale = localeOfCountry(country) ?? DEFAULT_LOCALE;
  await sendEmail(
    tx,
    'withdrawal_changed',
    { recipient: owner.email, locale },
    {
      name: owner.name,
      title,
      country,
      state: oneOf(WITHDRAWAL_STATES, withdrawal.state),
      amountMajor: Number(withdrawal.amount),
      currency: withdrawal.currency,
      withdrawalId: withdrawal.id,
      account: `${withdrawal.bankAccount.bankName} ${maskedNumber(withdrawal.bankAccount)}`,
      note: withdrawal.note,
      heldFor: withdrawal.heldFor as HoldReason | null,
    },
  );
}
