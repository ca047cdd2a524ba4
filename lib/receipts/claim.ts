import { createHmac, timingSafeEqual } from 'node:crypto';
import { db } from '#lib/db.ts';
import { receiptPath } from '#lib/payments/receipt-url.ts';
import { signingKey } from './keys.ts';

/** How long a browser may come back and find its receipt: longer than any bank takes, in seconds. */
export const CLAIM_SECONDS = 30 * 86_400;

/**
 * The cookie in which a donor's browser keeps that it gave on a link. It is set when the donor's choices are saved,
 * which only an open link allows, and shows the way to the receipt afterwards: whoever finds the link's address later,
 * the partner included, has none (docs/decisions/2026-11-21-who-sees-a-receipt.md).
 */
export function claimCookie(linkId: string): string {
  return `receipt_${linkId}`;
}

/** What a donor's browser keeps: it vouches for the link and for the name and email that stand on it now. */
export async function claimOn(linkId: string): Promise<string | null> {
  const link = await db().checkoutLink.findUnique({
    where: { id: linkId },
    select: { id: true, donorName: true, donorEmail: true },
  });
  if (!link) return null;
  // Should somebody else give on the same link, theirs is the name, and the receipt: this claim no longer fits.
  const said = JSON.stringify(['receipt claim', link.id, link.donorName, link.donorEmail]);
  return createHmac('sha256', await claimSecret())
    .update(said)
    .digest('base64url');
}

async function claimSecret(): Promise<Buffer> {
  return (await signingKey()).key.export({ format: 'der', type: 'pkcs8' });
}

/** The path of a link's receipt, for the browser that holds the claim; undefined for everybody else. */
export async function claimedReceipt(linkId: string, claim: string | undefined): Promise<string | undefined> {
  if (!claim) return undefined;
  const payment = await db().payment.findFirst({
    where: { linkId, state: 'approved' },
    select: { receiptToken: true },
  });
  if (!payment?.receiptToken) return undefined;
  const [expected, given] = [Buffer.from((await claimOn(linkId)) ?? ''), Buffer.from(claim)];
  const fits = expected.length === given.length && timingSafeEqual(expected, given);
  return fits ? receiptPath(payment.receiptToken) : undefined;
}
