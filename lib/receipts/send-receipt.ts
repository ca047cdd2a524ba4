import { timestamp } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { canonicalEmail } from '#lib/email-key.ts';
import { email } from '#lib/fields.ts';
import { typedAddress } from '#lib/i18n/typed-address.ts';
import { isFromBrowser } from '#lib/payments/donor-browser.ts';
import { lockLink } from '#lib/payments/lock-link.ts';
import { mailDonor, receiptUrl } from '#lib/payments/sync/mail-donor.ts';

/**
 * Mails a receipt to a donor who gave without an email address and enters one afterwards. Once for each donation, and only
 * for the browser that paid: the address becomes the receipt's, not the donor's, so that neither the creator nor the totals
 * of the cause learn of it.
 * @param typed the address as it was typed
 * @param secret the secret that the browser stores for this link
 * @returns `sent` also where the receipt had been sent before; `refused` for any other browser, or without a donation
 */
export async function sendReceipt(
  linkId: string,
  typed: string,
  secret: string | undefined,
): Promise<'sent' | 'invalid' | 'refused'> {
  const address = email.safeParse(typedAddress(typed).trim());
  return transaction(async (tx) => {
    // Two tabs that send at the same moment send one mail.
    const link = await lockLink(tx, linkId);
    const payment = link && (await tx.payment.findFirst({ where: { linkId, state: 'approved' } }));
    if (!payment?.receiptToken || !payment.succeededAt || !isFromBrowser(payment, secret)) return 'refused';
    if (payment.donorEmail || payment.receiptEmail) return 'sent';
    if (!address.success) return 'invalid';
    const paid = await tx.payment.update({
      where: { id: payment.id },
      data: { receiptEmail: canonicalEmail(address.data) },
    });
    await mailDonor(tx, 'donation_completed', paid, {
      receiptUrl: receiptUrl(payment.receiptToken),
      completedAt: timestamp(payment.succeededAt),
    });
    return 'sent';
  });
}
