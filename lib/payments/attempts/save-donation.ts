import { z } from 'zod';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { transaction } from '#lib/db.ts';
import { email, plainInteger, text, toOneLine } from '#lib/fields.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { log } from '#lib/log.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { amountToPay } from '#lib/payments/attempts/payable.ts';
import { hashSecret, isFromBrowser } from '#lib/payments/donor-browser.ts';
import { donorOf, isPayable, lockLink } from '#lib/payments/lock-link.ts';
import { isLive } from '#lib/payments/states.ts';
import { cancelStartingAttempts } from '#lib/payments/sync/cancel-starting-attempts.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { scheduleSync } from '#lib/payments/sync/scheduled-sync.ts';
import { isStorableText } from '#lib/storable-text.ts';
import { readZone } from '#lib/time-zone.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { cancelEarlierAttempts, cancelOtherAttempts, type RemainingAttempt } from './cancel-other-attempts.ts';
import { requireAccepting, requireOpenLink } from './payable.ts';

/** The longest message of a donor, in code points. */
const MAX_MESSAGE = 280;

/** A donor's choices on the hosted page; an empty email means none. Whole major units. */
export const donationInput = z.strictObject({
  ref: text(255, 1),
  amount: plainInteger(1, MAX_AMOUNT_MAJOR).optional(),
  name: text(120).transform(toOneLine).optional(),
  email: z.union([z.literal(''), email], 'must be an email address such as name@example.org').optional(),
  anonymous: z.boolean('must be true or false').optional(),
  /** For the page of the cause; empty for none. */
  message: text(MAX_MESSAGE).optional(),
  locale: z
    .string('must be a string')
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language')
    .optional(),
  /** Of the donor's browser. An unknown one is not stored. */
  time_zone: text(64).transform(readZone).optional(),
  /** The donor is about to pay by card, with the page's form. */
  method: z.literal('card', 'must be card').optional(),
  /** The honeypot: a hidden field that only robots and password managers fill in. */
  website: z.string().optional(),
});
type DonationInput = z.output<typeof donationInput>;

/**
 * `held`: nothing was stored, because the honeypot was filled in. `beside`: the method of an earlier payment that could not
 * be cancelled.
 */
type Saved = { amount: number; held?: true; beside?: string };
/**
 * The donor's choices are stored; or the link has ended; or live payments must end first, of other methods or of an earlier
 * browser.
 */
type WriteResult =
  | { kind: 'saved'; link: Saving; secret: string }
  | { kind: 'ended' }
  | { kind: 'has_other_methods'; pendingRails: string[] }
  | { kind: 'has_live_attempts'; attempts: Payment[] };
type Saving = Pick<CheckoutLink, 'amount' | 'donorAmount'>;

/**
 * Stores the donor's choices on the link (ruling 40): `amount` stays as minted, the payment uses the donor's amount.
 * Returns the current amount, and the secret that the browser has for this link from now on. A browser without the link's secret starts from the
 * minted values, replaces the earlier browser, and learns nothing of its donor (ruling 60). If the honeypot was filled in,
 * nothing is stored or paid, and the response looks like any other; the page tells a person whose password manager did it.
 * Before a donor pays by card, their payments at a bank or wallet are cancelled.
 * @param secret what the browser says is its secret for this link
 * @param own the secret that its cookie makes, which it has from now on where the link has another browser's or none
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`, or 503.
 */
export async function saveDonation(
  input: DonationInput,
  now: Date,
  secret: string | undefined,
  own: string,
): Promise<{ saved: Saved; secret?: string }> {
  if (input.website) {
    const link = await findOpen(input.ref, now);
    log().warn({ link: link.id }, 'the honeypot of a checkout was filled in');
    return { saved: { amount: isFromBrowser(link, secret) ? amountToPay(link) : link.amount, held: true } };
  }
  let remaining: RemainingAttempt[] | undefined;
  let written = await write(input, now, [secret, own], false);
  if (input.method && written.kind === 'has_other_methods') {
    remaining = await cancelOtherAttempts({ id: input.ref, ...written }, input.method);
    written = await write(input, now, [secret, own], true);
  }
  if (written.kind === 'ended') await findOpen(input.ref, now);
  if (written.kind === 'has_live_attempts') await cancelEarlierAttempts(written.attempts);
  if (written.kind !== 'saved') return saveDonation(input, now, secret, own);
  const [beside] = remaining ?? [];
  const amount = Number(written.link.donorAmount ?? written.link.amount);
  return {
    saved: { amount, ...(beside === undefined ? {} : { beside: beside.method }) },
    secret: written.secret,
  };
}

/** @throws Problem as `saveDonation` */
async function findOpen(ref: string, now: Date): Promise<FoundLink> {
  const link = await findCurrentLink(ref, now);
  if (!link) throw linkNotFound();
  requireOpenLink(link);
  requireAccepting(link, now);
  return link;
}

/**
 * Under the link's row lock: once a browser's choices are stored, no payment of an earlier browser is live.
 * @param allowOthers whether payments of other methods that could not be cancelled may stay
 */
function write(
  input: DonationInput,
  now: Date,
  [secret, fresh]: [string | undefined, string],
  allowOthers: boolean,
): Promise<WriteResult> {
  return transaction(async (tx) => {
    const link = isStorableText(input.ref) ? await lockLink(tx, input.ref) : null;
    if (!link || !isPayable(link, now)) return { kind: 'ended' };
    // The last check before a donor confirms: the cause may have been paused while the page was open.
    requireAccepting(link, now);
    const pendingRails = link.payments.filter(({ state }) => state === 'pending').map(({ rail }) => rail);
    if (input.method && !allowOthers && pendingRails.some((rail) => rail !== input.method))
      return { kind: 'has_other_methods', pendingRails };
    const own = [secret, fresh].find((one) => isFromBrowser(link, one));
    if (own === undefined && hasChoices(link)) {
      const attempts = link.payments.filter(({ state }) => state === 'pending');
      if (attempts.length > 0) return { kind: 'has_live_attempts', attempts };
      await cancelStartingAttempts(tx, [link.id], now);
    }
    const kept = own ?? fresh;
    const data = {
      ...(own === undefined ? AS_MINTED : {}),
      ...choicesOf(input),
      browserHash: hashSecret(kept),
      donorSavedAt: now,
      // A page that is opened while the card is charged says that a payment is under way.
      ...(input.method === 'card' ? { confirmingSince: now } : {}),
    };
    await tx.checkoutLink.updateMany({ where: { id: link.id }, data });
    const saved = { ...link, ...data };
    // A payment that the gateway is deciding keeps its donor.
    const unpaid = link.payments.filter(({ state, processing }) => isLive(state) && !processing);
    if (unpaid.length > 0)
      await tx.payment.updateMany({
        where: { id: { in: unpaid.map(({ id }) => id) } },
        data: donorOf(saved),
      });
    if (input.method === 'card')
      for (const attempt of unpaid) if (attempt.rail === 'card') await scheduleSync(tx, attempt, link, now, now);
    return { kind: 'saved', link: saved, secret: kept };
  });
}

/** Whether a donor has entered something for this link; an email can also come from the API. */
function hasChoices({ donorSavedAt, donorEmail }: CheckoutLink): boolean {
  return donorSavedAt !== null || donorEmail !== null;
}

/** The initial choices of a new browser. */
const AS_MINTED = {
  donorAmount: null,
  donorName: null,
  donorEmail: null,
  donorAnonymous: null,
  donorMessage: null,
  donorLocale: null,
  donorTimeZone: null,
};

function choicesOf(input: DonationInput) {
  const { amount, name, email: address, anonymous, message, locale, time_zone: timeZone } = input;
  return {
    ...(amount === undefined ? {} : { donorAmount: BigInt(amount) }),
    ...(name === undefined ? {} : { donorName: name.trim() }),
    ...(address === undefined ? {} : { donorEmail: address }),
    ...(anonymous === undefined ? {} : { donorAnonymous: anonymous }),
    ...(message === undefined ? {} : { donorMessage: message.trim() }),
    ...(locale === undefined ? {} : { donorLocale: locale }),
    ...(timeZone === undefined ? {} : { donorTimeZone: timeZone }),
  };
}
