import { causeUrl } from '#lib/causes/present.ts';
import { isPubliclyVisible } from '#lib/causes/states.ts';
import { env } from '#lib/env.ts';
import { type FoundReceipt, findReceiptOf } from './find.ts';
import { givenBack } from './given-back.ts';
import { publicKeys, toPublicKey } from './keys.ts';
import type { VerificationView } from './receipt-view.ts';
import { canonicalText, type Statement, signatureHolds, statementOf } from './statement.ts';

/** Where everyone can verify a receipt: short enough for a QR code that a telephone reads from paper. */
export function verificationUrl(paymentId: string, signature: string): string {
  return `${env().publicBaseUrl}/verify/${paymentId}/${signature}`;
}

/**
 * What everyone may see of the donation that a signature vouches for; null where it vouches for none. Without the
 * signature a payment's id alone tells nothing: it cannot be guessed, and no API answers it.
 */
export async function verifyReceipt(paymentId: string, signature: string): Promise<VerificationView | null> {
  const found = await findReceiptOf(paymentId);
  if (!found) return null;
  for (const { id, publicKey } of await publicKeys()) {
    const statement = statementOf(found.payment, id);
    if (signatureHolds(canonicalText(statement), signature, toPublicKey(publicKey)))
      return present(found, statement, signature);
  }
  return null;
}

function present(
  { payment, cause }: FoundReceipt,
  statement: Statement,
  signature: string,
): VerificationView {
  return {
    paymentId: statement.payment_id,
    amountMajor: statement.amount,
    currency: statement.currency,
    completedAt: statement.completed_at,
    causeTitle: statement.cause_title,
    causeUrl: isPubliclyVisible(cause.state) ? causeUrl(cause.slug) : null,
    country: cause.country,
    givenBack: givenBack(payment),
    statement: canonicalText(statement),
    signature,
    keysUrl: `${env().publicBaseUrl}/receipts/keys.json`,
    testMode: !env().live,
  };
}
