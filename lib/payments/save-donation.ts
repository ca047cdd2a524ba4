import { z } from 'zod';
import { amountToPay, linkNotFound } from '#lib/checkout-links/find.ts';
import { transaction } from '#lib/db.ts';
import { email, plainInteger, text } from '#lib/fields.ts';
import { log } from '#lib/log.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { callOffEarlier, callOffOthers } from './call-off.ts';
import { donorOf } from './donor.ts';
import { hashSecret, isFromBrowser, newSecret } from './donor-browser.ts';
import { callOffStarting, findSettledLink } from './end-link.ts';
import { isOpen, lockLink } from './lock-link.ts';
import { findAcceptingCause, refuseEnded } from './payable.ts';
import { LIVE_STATES } from './states.ts';

/** What a donor chooses on the hosted page; an empty email means that none is wanted. Whole major units. */
export const donationInput = z.strictObject({
  ref: text(255, 1),
  amount: plainInteger(1, MAX_AMOUNT_MAJOR).optional(),
  /** The amount on the page: taken where this browser has none on the link, or none any more. */
  shown: plainInteger(1, MAX_AMOUNT_MAJOR).optional(),
  name: text(120).optional(),
  email: z.union([z.literal(''), email], 'must be an email address such as name@example.org').optional(),
  anonymous: z.boolean('must be true or false').optional(),
  locale: z
    .string('must be a string')
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language')
    .optional(),
  /** The donor is about to pay by card, with the form on the page. */
  method: z.literal('card', 'must be card').optional(),
  /** A field of the page that no person sees: whoever fills it in is a robot, or was helped by one. */
  website: z.string().optional(),
});
export type DonationInput = z.output<typeof donationInput>;

/**
 * `held`: nothing was written, because the field that no person sees was filled in. `beside`: a payment by another method
 * that could not be called off.
 */
type Saved = { amount: number; held?: true; beside?: string };
/** What became of the writing: it is done, or the link has ended, or an earlier browser has payments under way. */
type Written =
  | { kind: 'saved'; link: CheckoutLink; secret: string }
  | { kind: 'ended' }
  | { kind: 'in_the_way'; attempts: Payment[] };

/**
 * Writes the donor's choices to the stored link (decisions.md 40): `amount` stays as minted, the payment follows the
 * donor's. Answers with the amount that is asked for from now on, and with the secret that their browser is to keep. A
 * browser without the link's secret starts from what was minted, takes the place of the one before, and hears nothing of
 * it (decisions.md 60). A robot that fills in every field gets an answer that looks like any other, and nothing is written
 * or paid; a person whose password manager did it is told by the page. Before a donor pays by card, what they started at a
 * bank or in a wallet is called off there.
 * @param secret what the browser keeps for this link
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`, or 503.
 */
export async function saveDonation(
  input: DonationInput,
  now: Date,
  secret: string | undefined,
): Promise<{ saved: Saved; secret?: string }> {
  const link = await findSettledLink(input.ref, now);
  if (!link) throw linkNotFound();
  refuseEnded(link);
  // The last word before a donor confirms: a cause that was paused under an open page takes no more.
  await findAcceptingCause(link, now);
  if (input.website) {
    log().warn({ link: link.id }, 'a field that no person sees was filled in');
    return { saved: { amount: isFromBrowser(link, secret) ? amountToPay(link) : link.amount, held: true } };
  }
  const left = input.method ? await callOffOthers(link.id, input.method) : [];
  const written = await write(input, now, secret);
  if (written.kind === 'in_the_way') await callOffEarlier(written.attempts);
  if (written.kind !== 'saved') return saveDonation(input, now, secret);
  const [beside] = left;
  const amount = Number(written.link.donorAmount ?? written.link.amount);
  return {
    saved: { amount, ...(beside === undefined ? {} : { beside: beside.method }) },
    secret: written.secret,
  };
}

/** Under the link's lock: no payment of the browser before is live any more once another's choices stand on the link. */
function write(input: DonationInput, now: Date, secret: string | undefined): Promise<Written> {
  return transaction(async (tx) => {
    const link = await lockLink(tx, input.ref);
    if (!link || !isOpen(link, now)) return { kind: 'ended' };
    const own = isFromBrowser(link, secret) ? secret : undefined;
    if (own === undefined && hasChoices(link)) {
      const attempts = await tx.payment.findMany({ where: { linkId: link.id, state: 'pending' } });
      if (attempts.length > 0) return { kind: 'in_the_way', attempts };
      await callOffStarting(tx, [link.id], now);
    }
    const kept = own ?? newSecret();
    const saved = await tx.checkoutLink.update({
      where: { id: link.id },
      data: {
        ...(own === undefined ? startingAnew(input) : {}),
        ...given(input),
        browserHash: hashSecret(kept),
        donorSavedAt: now,
      },
    });
    // What the donor has paid and the gateway is deciding stays as it was paid.
    const unpaid = { linkId: link.id, state: { in: LIVE_STATES }, processing: false };
    await tx.payment.updateMany({ where: unpaid, data: donorOf(saved) });
    return { kind: 'saved', link: saved, secret: kept };
  });
}

/** Somebody has typed something for this link; an email may have come by the API, without a browser of ours. */
function hasChoices({ donorSavedAt, donorEmail }: CheckoutLink): boolean {
  return donorSavedAt !== null || donorEmail !== null;
}

/** What a browser starts from that has typed nothing yet: as minted, but for the amount on its page. */
function startingAnew({ shown }: DonationInput) {
  return {
    donorAmount: shown === undefined ? null : BigInt(shown),
    donorName: null,
    donorEmail: null,
    donorAnonymous: null,
    donorLocale: null,
  };
}

function given({ amount, name, email: address, anonymous, locale }: DonationInput) {
  return {
    ...(amount === undefined ? {} : { donorAmount: BigInt(amount) }),
    ...(name === undefined ? {} : { donorName: name.trim() }),
    ...(address === undefined ? {} : { donorEmail: address }),
    ...(anonymous === undefined ? {} : { donorAnonymous: anonymous }),
    ...(locale === undefined ? {} : { donorLocale: locale }),
  };
}
