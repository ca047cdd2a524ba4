import { z } from 'zod';
import { amountToPay, linkNotFound } from '#lib/checkout-links/find.ts';
import { transaction } from '#lib/db.ts';
import { email, plainInteger, text } from '#lib/fields.ts';
import { log } from '#lib/log.ts';
import { MAX_AMOUNT_MAJOR } from '#lib/money.ts';
import { callOffOthers } from './call-off.ts';
import { findSettledLink } from './end-link.ts';
import { isOpen, lockLink } from './lock-link.ts';
import { findAcceptingCause, refuseEnded } from './payable.ts';

/** What a donor chooses on the hosted page; an empty email means that none is wanted. Whole major units. */
export const donationInput = z.strictObject({
  ref: text(255, 1),
  amount: plainInteger(1, MAX_AMOUNT_MAJOR).optional(),
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

/**
 * Writes the donor's choices to the stored link (decisions.md 40): `amount` stays as minted, the payment follows the
 * donor's. Answers with the amount that is asked for from now on. A robot that fills in every field gets an answer that
 * looks like any other, and nothing is written or paid; a person whose password manager did it is told by the page. Before
 * a donor pays by card, what they started at a bank or in a wallet is called off there.
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`, or 503.
 */
export async function saveDonation(input: DonationInput, now: Date): Promise<Saved> {
  const link = await findSettledLink(input.ref, now);
  if (!link) throw linkNotFound();
  refuseEnded(link);
  // The last word before a donor confirms: a cause that was paused under an open page takes no more.
  await findAcceptingCause(link, now);
  if (input.website) {
    log().warn({ link: link.id }, 'a field that no person sees was filled in');
    return { amount: amountToPay(link), held: true };
  }
  const left = input.method ? await callOffOthers(link.id, input.method) : [];
  const saved = await transaction(async (tx) => {
    const locked = await lockLink(tx, link.id);
    if (!locked || !isOpen(locked, now)) return null;
    return tx.checkoutLink.update({
      where: { id: link.id },
      data: {
        donorSavedAt: now,
        ...(input.amount === undefined ? {} : { donorAmount: BigInt(input.amount) }),
        ...(input.name === undefined ? {} : { donorName: input.name.trim() }),
        ...(input.email === undefined ? {} : { donorEmail: input.email }),
        ...(input.anonymous === undefined ? {} : { donorAnonymous: input.anonymous }),
        ...(input.locale === undefined ? {} : { donorLocale: input.locale }),
      },
    });
  });
  if (!saved) return saveDonation(input, now);
  const [beside] = left;
  return {
    amount: Number(saved.donorAmount ?? saved.amount),
    ...(beside === undefined ? {} : { beside: beside.method }),
  };
}
