import { cookieOf } from '#lib/cookies.ts';
import { type FormPost, type FormRedirect, formPost } from '#lib/http/form-post.ts';
import { countCall } from '#lib/http/rate-limit.ts';
import { isIdOf } from '#lib/ids.ts';
import { DONOR_COOKIE, linkSecret } from '#lib/payments/donor-browser.ts';
import { sendReceipt } from '#lib/receipts/send-receipt.ts';

/**
 * Mails the receipt to the address that a donor enters on the thank-you page, and leads back there. Only for the browser that
 * paid, whose secret no other site can send.
 */
export const POST = formPost(mailReceipt, { hasOwnProof: true });

async function mailReceipt({ fields, headers, locale }: FormPost): Promise<FormRedirect> {
  const ref = typeof fields.ref === 'string' ? fields.ref : '';
  const typed = typeof fields.email === 'string' ? fields.email : '';
  // Text that cannot be a link's id gets no counter of its own.
  const isLink = isIdOf('checkoutLink', ref);
  if (isLink) await countCall('link', `page:${ref}`);
  // Of a page whose browser keeps no cookies.
  const sent = typeof fields.secret === 'string' ? fields.secret : undefined;
  const secret = sent ?? linkSecret(cookieOf(headers, DONOR_COOKIE, '/checkout'), ref);
  const outcome = isLink ? await sendReceipt(ref, typed, secret) : 'refused';
  const query = new URLSearchParams({ ref, lang: locale });
  if (outcome === 'invalid') query.set('receipt', 'invalid');
  return { to: `/checkout?${query}` };
}
