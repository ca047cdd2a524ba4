import { env } from '#lib/env.ts';
import { findReceiptOf } from './find.ts';
import { publicKeys, toPublicKey } from './keys.ts';
import { presentDonation } from './present-donation.ts';
import type { VerificationView } from './receipt-view.ts';
import { canonicalText, isValidSignature, receiptStatement } from './signed-statement.ts';

/** The URL on which anyone can verify a receipt. It is short enough for a printed QR code. */
export function verificationUrl(paymentId: string, signature: string): string {
  return `${env().publicBaseUrl}/verify/${paymentId}/${signature}`;
}

const LINK = /\/verify\/([\w-]+)\/([\w-]+)\/?(?:[?#].*)?$/;

/**
 * Reads the link of a receipt as somebody typed or copied it, broken into lines as it is on paper.
 * @returns the path of its verification; undefined for a text that is no such link
 */
export function readVerificationLink(typed: string): string | undefined {
  const [, paymentId, signature] = LINK.exec(typed.replace(/\s/g, '')) ?? [];
  return paymentId && signature ? `/verify/${paymentId}/${signature}` : undefined;
}

/**
 * The public facts of the donation that a signature covers; null for an invalid signature. A payment's id alone opens nothing.
 */
export async function verifyReceipt(paymentId: string, signature: string): Promise<VerificationView | null> {
  const found = await findReceiptOf(paymentId);
  if (!found) return null;
  for (const { id, publicKey } of await publicKeys()) {
    const statement = receiptStatement(found.payment, id);
    if (isValidSignature(canonicalText(statement), signature, toPublicKey(publicKey)))
      return {
        ...presentDonation(found, statement),
        statement: canonicalText(statement),
        signature,
        keysUrl: `${env().publicBaseUrl}/receipts/keys.json`,
      };
  }
  return null;
}
