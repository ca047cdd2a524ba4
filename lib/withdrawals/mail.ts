import type { Tx } from '#lib/db.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { oneOf } from '#lib/one-of.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { withdrawnMajor } from './amount.ts';
import { maskedNumber } from './bank-accounts.ts';
import type { ReturnReason } from './checks.ts';
import { sentOf, type WithdrawalWithAccount } from './present.ts';
import { WITHDRAWAL_STATES } from './states.ts';

/** Queues the mail about a withdrawal's new state to its creator, in the transaction that changed it. */
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
      amountMajor: withdrawnMajor(withdrawal),
      currency: withdrawal.currency,
      withdrawalId: withdrawal.id,
      account: `${withdrawal.bankAccount.bankName} ${maskedNumber(withdrawal.bankAccount)}`,
      note: withdrawal.note,
      heldFor: withdrawal.heldFor as ReturnReason | null,
      ...sentOf(withdrawal),
    },
  );
}
