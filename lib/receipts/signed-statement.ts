import { type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { timestamp } from '#lib/clock.ts';

/** What a receipt's signature covers: the donation, never the donor. `amount` in whole major units. */
export type SignedStatement = {
  object: 'donation_receipt';
  payment_id: string;
  amount: number;
  currency: string;
  /** Key of the cause, and its title at the time the payment was approved. */
  cause: string;
  cause_title: string;
  completed_at: string;
  /** The signing key's id. A signature by any other key is not valid. */
  key_id: string;
};

/** The columns of an approved payment that go into the statement. None of them changes after approval. */
type StatedPayment = {
  id: string;
  amount: bigint;
  currency: string;
  causeKey: string;
  causeTitle: string | null;
  succeededAt: Date | null;
};

/**
 * The statement of an approved payment, to be signed with the key of this id.
 * @throws Error for a payment that is not approved.
 */
export function receiptStatement(payment: StatedPayment, keyId: string): SignedStatement {
  const { causeTitle, succeededAt } = payment;
  if (causeTitle === null || succeededAt === null) throw new Error('Bug: an approved payment without a title or time');
  return {
    object: 'donation_receipt',
    payment_id: payment.id,
    amount: Number(payment.amount),
    currency: payment.currency,
    cause: payment.causeKey,
    cause_title: causeTitle,
    completed_at: timestamp(succeededAt),
    key_id: keyId,
  };
}

/** The text that is signed: the statement as canonical JSON (RFC 8785), so that everyone gets the same bytes. */
export function canonicalText(statement: SignedStatement): string {
  const text = canonicalize(statement);
  if (text === undefined) throw new Error('Bug: a statement that is no JSON');
  return text;
}

/** Signs a text with Ed25519, which is deterministic. Returns 86 characters of base64url. */
export function signText(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text), key).toString('base64url');
}

/** Whether a signature is valid for a text. It must be canonical base64url, whose last character has spare bits. */
export function isValidSignature(text: string, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  if (bytes.toString('base64url') !== signature || bytes.length !== 64) return false;
  return verify(null, Buffer.from(text), publicKey, bytes);
}
