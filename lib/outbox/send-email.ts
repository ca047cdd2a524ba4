import type { Tx } from '#lib/db.ts';
import { canonicalEmail } from '#lib/email-key.ts';
import type { Messages } from '#lib/i18n/messages/shape.ts';
import { newId } from '#lib/ids.ts';
import { enqueue, jobRow } from '#lib/jobs/enqueue.ts';
import { combineInserts, type Inserts, rowOf } from '#lib/row-insert.ts';

/** A browser and its operating system by their names, such as Firefox and Windows. Empty where unknown. */
export type BrowserName = { browser: string; system: string };

/** The payment data of every mail to a donor. `amountMajor` is the received amount, in major units. */
export type DonationFacts = {
  name: string | null;
  title: string;
  amountMajor: number;
  currency: string;
  /** Lower-case country of the cause: how numbers are written where the donor's place is not known. */
  country: string;
  paymentId: string;
};

/** The terms of a client: its fee (5 means 5%), who bears the gateway's costs, and the contact; null for none. */
export type ClientTerms = { feePercent: number; feeModel: string; contactEmail: string | null };

/** The texts of a creator's withdrawals: they name every state and every reason for a hold. */
type WithdrawalTexts = Messages['withdrawals'];

/** The data of each kind of mail, stored until delivery. */
export type EmailData = {
  /** `causeUrl` leads to the draft in the owner's dashboard, as in the next one: it has no public page yet. */
  owner_provisioned: { name: string; title: string; causeUrl: string };
  cause_created: { name: string; title: string; causeUrl: string };
  /** The digest that replaces further mails about single causes (lib/emails/allowance.ts). `url` lists all causes. */
  causes_created: { name: string; count: number; url: string };
  /** To a cause's creator: staff moved it to that state, or it goes on; `isOpen`: it accepts donations now. */
  cause_changed: {
    name: string;
    title: string;
    change: 'rejected' | 'paused' | 'info_required' | 'funds_on_hold' | 'resumed';
    isOpen: boolean;
    causeUrl: string;
  };
  donation_completed: DonationFacts & {
    /** The permanent page of the receipt. */
    receiptUrl: string;
    completedAt: string;
    /** Sent once more because somebody asked for it. */
    isCopy?: true;
  };
  /** Staff refunded a completed donation: all of it, or `backMajor` in major units. */
  donation_given_back: DonationFacts & { backMajor: number; isWhole: boolean };
  /** A correction: a refund that an earlier mail announced was returned to us. In major units. */
  refund_returned: DonationFacts & { backMajor: number };
  /**
   * Staff gave back `backMajor`, in major units, by bank transfer, because a refund failed: all of the payment (`isWhole`) or a
   * part, of a donation or of unmatched funds. `sentOn` is a day such as `2026-11-25`.
   */
  refund_sent_by_hand: DonationFacts & {
    backMajor: number;
    reference: string;
    sentOn: string;
    isWhole: boolean;
    isUnmatched?: true;
  };
  /**
   * The donor's bank returned such a transfer of `backMajor`, of which we hold `owedMajor` for the donor, both in major units.
   * `returnedOn` is a day such as `2026-11-26`.
   */
  transfer_returned: DonationFacts & {
    backMajor: number;
    owedMajor: number;
    reference: string;
    returnedOn: string;
  };
  withdrawal_changed: {
    name: string;
    title: string;
    country: string;
    state: keyof WithdrawalTexts['states'];
    amountMajor: number;
    currency: string;
    withdrawalId: string;
    /** The bank and the end of the account's number. */
    account: string;
    note: string | null;
    /** Why it waits again after it was approved. */
    heldFor: keyof WithdrawalTexts['held'] | null;
    /** The bank's reference, and the day on which it was sent (`2026-12-03`); null while it is not. */
    sentReference: string | null;
    sentOn: string | null;
  };
  /** To the owner of a bank account, so that they notice one that somebody else added. */
  bank_account_changed: {
    name: string;
    state: 'added' | 'verified' | 'refused';
    /** The bank and the end of the account's number. */
    account: string;
    note: string | null;
    /** The page on which all sessions can be ended. */
    accountUrl: string;
  };
  /** To a client, about a key that was created for it. Never the key itself. */
  key_created: {
    name: string;
    keyId: string;
    permissions: string[];
    allowedIps: string[];
    /** The key does not work before a second staff member has approved it. */
    awaitsApproval: boolean;
    /** The key that it replaces, if any, and when that one stops. */
    replaces?: { keyId: string; stopsAt: string };
  };
  /** To a client, about a key that waited: it works, or never will. `replaces` as above. */
  key_decided: {
    name: string;
    keyId: string;
    isApproved: boolean;
    replaces?: { keyId: string; stopsAt: string };
  };
  /** To the contact that a client had, about terms that change. `contactAt`: when a new contact takes effect, if not at once. */
  client_terms_changed: {
    name: string;
    before: ClientTerms;
    after: ClientTerms;
    contactAt: string | null;
  };
  /** To the contact of a client that stays, because staff stopped a new one; `hasOtherTerms`: the fees that came with it stay too. */
  client_contact_kept: { name: string; hasOtherTerms: boolean };
  /** The code and the link are derived from the challenge on delivery, so that they are not stored. */
  sign_in: { name: string; challengeId: string };
  /** A sign-in from a browser that the account had not used before. */
  new_browser: { name: string; browser: BrowserName; at: string; accountUrl: string };
  /** Somebody added a passkey to their account, or removed one. `at` in RFC 3339. */
  passkey_changed: { name: string; change: 'added' | 'removed'; at: string; accountUrl: string };
  /** Staff removed passkeys that the account's holder had lost. */
  passkeys_removed: { name: string; reason: string; signInUrl: string };
  /** Unmatched funds were refunded: `backMajor` in major units, the rest was charged back. `reason`: late, duplicate or mismatch. */
  donation_refunded: DonationFacts & { reason: string; backMajor: number };
};
export type EmailTemplate = keyof EmailData;

/**
 * Stores a mail in the outbox together with the job that delivers it. The transaction is the one of the event that the
 * mail is about: either both are stored, or neither.
 * @param to `recipient` may be empty: such a mail is dropped on delivery. It is stored in its canonical spelling. `locale` is a
 *   language tag such as `es-CO`.
 * @param after when to deliver it; at once by default.
 */
export async function sendEmail<T extends EmailTemplate>(
  tx: Tx,
  template: T,
  to: { recipient: string; locale: string },
  data: EmailData[T],
  after?: Date,
): Promise<void> {
  const id = newId('email');
  await tx.email.create({ data: { id, template, ...to, recipient: canonicalEmail(to.recipient), data } });
  // A code is valid for minutes: it does not wait for a thousand receipts, as after an outage of the mail server.
  await enqueue(tx, 'deliver_email', { id }, after, template === 'sign_in');
}

/** The inserts of a mail and of the job that delivers it at once, for a statement that also inserts what the mail is about. */
export async function emailRows<T extends EmailTemplate>(
  template: T,
  to: { recipient: string; locale: string },
  data: EmailData[T],
): Promise<Inserts> {
  const id = newId('email');
  const mail = rowOf('emails', [
    ['id', 'text', id],
    ['recipient', 'text', canonicalEmail(to.recipient)],
    ['template', 'text', template],
    ['locale', 'text', to.locale],
    ['data', 'jsonb', JSON.stringify(data)],
  ]);
  return combineInserts(mail, await jobRow('deliver_email', { id }));
}
