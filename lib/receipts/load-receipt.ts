import { sanitiseBranding } from '#lib/clients/branding.ts';
import { presentIssuer, presentRecipient } from '#lib/clients/recipient.ts';
import { qrCode } from '#lib/graphics/qr-code.ts';
import { readerOfTag } from '#lib/i18n/reader.ts';
import { oneOf } from '#lib/one-of.ts';
import { PAYMENT_METHODS } from '#lib/payment-methods.ts';
import { receiptPath } from '#lib/payments/sync/mail-donor.ts';
import { type FoundReceipt, findReceipt } from './find.ts';
import { signingKey } from './keys.ts';
import { presentDonation } from './present-donation.ts';
import type { ReceiptView } from './receipt-view.ts';
import { canonicalText, receiptStatement, signText } from './signed-statement.ts';
import { verificationUrl } from './verify.ts';

/** The receipt with this token; null where there is none. Amounts in whole major units. */
export async function loadReceipt(token: string): Promise<ReceiptView | null> {
  const found = await findReceipt(token);
  return found && presentReceipt(found);
}

/** The receipt of an approved payment that the caller has read. */
export async function presentReceipt(found: FoundReceipt): Promise<ReceiptView> {
  const { payment, cause, client, feePercent } = found;
  const { cardBrand, cardLast4, cardWallet, bankName } = payment;
  const key = await signingKey();
  const statement = receiptStatement(payment, key.id);
  const verifyUrl = verificationUrl(payment.id, signText(canonicalText(statement), key.key));
  const branding = sanitiseBranding(client);
  const donor = readerOfTag(payment.donorLocale);
  return {
    ...presentDonation(found, statement),
    country: donor?.place ?? cause.country,
    path: receiptPath(payment.receiptToken ?? ''),
    partner: branding?.display_name ?? null,
    accentColour: branding?.accent_color ?? null,
    issuer: presentIssuer(client),
    trust: presentRecipient(client, { feePercent, feeModel: cause.feeModel }),
    paidWith: { method: oneOf(PAYMENT_METHODS, payment.rail), cardBrand, cardLast4, cardWallet, bankName },
    donorName: payment.donorName,
    isAnonymous: payment.donorAnonymous ?? false,
    donorLocale: donor?.locale ?? null,
    donorTimeZone: payment.donorTimeZone,
    verifyUrl,
    qr: qrCode(verifyUrl),
  };
}
