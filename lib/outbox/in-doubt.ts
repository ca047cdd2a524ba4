import type { Tx } from '#lib/db.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import type { Email, Prisma } from '#prisma/generated/client.ts';
import type { EmailTemplate } from './send-email.ts';

/** The `lastError` of a mail that the mail server may have accepted: its content was begun, and no answer is known. */
export const IN_DOUBT = 'in_doubt';

/**
 * What becomes of a mail in doubt. `again`: it is sent once more under the same message id, because somebody waits for it and a
 * second copy does no harm. `staff`: it says that money moved. A reader of two copies may believe that it moved twice, so it is
 * sent at most once and staff decide.
 */
const IN_DOUBT_POLICY: Record<EmailTemplate, 'again' | 'staff'> = {
  owner_provisioned: 'again',
  cause_created: 'again',
  causes_created: 'again',
  cause_changed: 'again',
  donation_completed: 'again',
  donation_given_back: 'staff',
  donation_refunded: 'staff',
  refund_returned: 'staff',
  refund_sent_by_hand: 'staff',
  transfer_returned: 'staff',
  withdrawal_changed: 'staff',
  bank_account_changed: 'again',
  key_created: 'again',
  key_decided: 'again',
  client_terms_changed: 'again',
  client_contact_kept: 'again',
  sign_in: 'again',
  new_browser: 'again',
  passkey_changed: 'again',
  passkeys_removed: 'again',
};

/** The mails that are never sent again automatically. */
export const AT_MOST_ONCE: readonly string[] = Object.entries(IN_DOUBT_POLICY).flatMap(([template, then]) =>
  then === 'staff' ? [template] : [],
);

export function isAtMostOnce(template: string): boolean {
  return AT_MOST_ONCE.includes(template);
}

/** Mails in doubt of which staff have to decide. */
const WAITING_FOR_STAFF = {
  sentAt: null,
  lastError: IN_DOUBT,
  template: { in: [...AT_MOST_ONCE] },
} satisfies Prisma.EmailWhereInput;

/** What staff found out about a mail in doubt: it arrived, or it is sent again under the same message id. */
export const IN_DOUBT_DECISIONS = ['delivered', 'send_again'] as const;

/** Ends the doubt about a mail. One that is no longer in doubt stays as it is: then the result is false. */
export async function resolveInDoubt(
  tx: Tx,
  { id, begunAt }: Pick<Email, 'id' | 'begunAt'>,
  end: (typeof IN_DOUBT_DECISIONS)[number],
): Promise<boolean> {
  const sentAt = end === 'delivered' ? begunAt : null;
  const { count } = await tx.email.updateMany({
    where: { id, ...WAITING_FOR_STAFF },
    data: { sentAt, begunAt: sentAt, lastError: null },
  });
  if (count > 0 && end === 'send_again') await enqueue(tx, 'deliver_email', { id });
  return count > 0;
}
