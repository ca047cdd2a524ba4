import { sanitiseBranding } from '#lib/clients/branding.ts';
import { presentRecipient } from '#lib/clients/recipient.ts';
import type { RecipientView } from '#lib/clients/recipient-view.ts';
import { env } from '#lib/env.ts';
import { unmatchedRefund } from '#lib/payments/unmatched-refund.ts';
import { findPayment } from '#lib/receipts/find.ts';
import { presentReceipt } from '#lib/receipts/load-receipt.ts';
import type { ReceiptView } from '#lib/receipts/receipt-view.ts';
import { traceLink } from '#lib/trace.ts';

/** What a mail to a donor shows besides the donation itself, looked up on delivery. */
export type DonationContext = {
  /** The client whose branding the donor's pages had. */
  name: string | null;
  logoUrl: string | null;
  accentColour: string | null;
  /** Null for a payment that this database does not have. */
  trust: RecipientView | null;
  /** The donor's; null where their browser did not tell it. */
  timeZone: string | null;
  statementDescriptor: string | null;
  /** What went back otherwise than by a refund of its gateway, in major units: sent by hand, or taken by the donor's bank. */
  otherwise: Pick<ReturnType<typeof unmatchedRefund>, 'byHandMajor' | 'takenMajor'> | null;
  /** Null for a payment that completed nothing: it has no receipt. */
  receipt: ReceiptView | null;
  testMode: boolean;
};

/** The context of the payment that a mail is about. */
export async function findDonationContext(paymentId: string): Promise<DonationContext> {
  const found = await findPayment(paymentId);
  const testMode = !env().live;
  if (!found)
    return {
      name: null,
      logoUrl: null,
      accentColour: null,
      trust: null,
      timeZone: null,
      statementDescriptor: null,
      otherwise: null,
      receipt: null,
      testMode,
    };
  const { payment, cause, client, feePercent } = found;
  traceLink(payment.linkId);
  const branding = sanitiseBranding(client);
  return {
    name: branding?.display_name ?? null,
    logoUrl: branding?.logo_url ?? null,
    accentColour: branding?.accent_color ?? null,
    trust: presentRecipient(client, { feePercent, feeModel: cause.feeModel }),
    timeZone: payment.donorTimeZone,
    statementDescriptor: payment.statementDescriptor,
    otherwise: unmatchedRefund(payment),
    receipt: payment.state === 'approved' ? await presentReceipt(found) : null,
    testMode,
  };
}
