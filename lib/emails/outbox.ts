import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/queue.ts';
import type { HoldReason } from '#lib/withdrawals/checks.ts';
import type { WithdrawalState } from '#lib/withdrawals/states.ts';

/** A browser and the system it runs on, by their own names: Firefox, Windows; empty where it does not say. */
export type BrowserName = { browser: string; system: string };

/** What every mail to a donor tells of their payment; the amount that arrived, in major units. */
export type DonationFacts = {
  name: string | null;
  title: string;
  amountMajor: number;
  currency: string;
  /** Of the cause, lower case: how its readers write money. */
  country: string;
  paymentId: string;
};

/** What a mail of each kind says. */
export type EmailData = {
  owner_provisioned: { name: string; title: string; causeUrl: string };
  cause_created: { name: string; title: string; causeUrl: string };
  /** In place of further mails about single causes (lib/emails/allowance.ts); `url` leads to all of them. */
  causes_created: { name: string; count: number; url: string };
  donation_completed: DonationFacts & {
    /** The permanent page of the receipt; a mail that was written before there were such pages has none. */
    receiptUrl?: string;
    completedAt: string;
  };
  /** Given back by hand after it counted: all of it, or a part in major units. */
  donation_given_back: DonationFacts & { backMajor: number; isWhole: boolean };
  /** A correction: what was said to be given back, in major units, came back to us after all. */
  refund_returned: DonationFacts & { backMajor: number };
  withdrawal_changed: {
    name: string;
    title: string;
    country: string;
    state: WithdrawalState;
    amountMajor: number;
    currency: string;
    withdrawalId: string;
    /** The bank and the end of the account's number. */
    account: string;
    note: string | null;
    /** Why it waits again after it was approved; a mail that was written before this was told has none. */
    heldFor?: HoldReason | null;
  };
  /** Told to its owner, also where it was not they who added it. The bank and the end of the account's number. */
  bank_account_changed: {
    name: string;
    state: 'added' | 'verified' | 'refused';
    account: string;
    note: string | null;
    /** The page where every session can be ended. */
    accountUrl: string;
  };
  /** Told to a client: what a key that was made for it may do. Never the key. */
  key_created: {
    name: string;
    keyId: string;
    permissions: string[];
    allowedIps: string[];
    /** It does not work before a second person has approved it. */
    awaitsApproval: boolean;
  };
  /** The code and the link follow from the challenge when the mail is delivered; they are not kept here. */
  sign_in: { name: string; challengeId: string };
  /** Somebody signed in from a browser in which nobody did before. */
  new_browser: { name: string; browser: BrowserName; at: string; accountUrl: string };
  /** Staff took away the passkeys that the holder of an account had lost. */
  passkeys_removed: { name: string; reason: string; signInUrl: string };
  /** `reason`: late, duplicate or mismatch; a mail that was written before reasons were told has none. */
  donation_refunded: DonationFacts & { reason?: string };
};
export type EmailTemplate = keyof EmailData;

/**
 * Writes a mail into the outbox with the job that delivers it. Called within the transaction of what the mail tells of:
 * either both happened, or neither.
 * @param after when it is to be delivered; at once unless said.
 */
export async function sendEmail<T extends EmailTemplate>(
  tx: Tx,
  template: T,
  to: { recipient: string; locale: string },
  data: EmailData[T],
  after?: Date,
): Promise<void> {
  const id = newId('email');
  await tx.email.create({ data: { id, template, ...to, data } });
  await enqueue(tx, 'deliver_email', { id }, after);
}
