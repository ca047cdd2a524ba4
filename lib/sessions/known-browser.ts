import type { Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { env } from '#lib/env.ts';
import { nameOfBrowser } from './browser-name.ts';
import { hashOfToken } from './session-cookie.ts';

/** How long a browser that is not used is remembered, in seconds: 400 days, the longest that browsers keep a cookie. */
export const KNOWN_BROWSER_SECONDS = 400 * 86_400;

type Holder = { id: string; email: string; name: string };
type Browser = { token: string; locale: string; now: Date };

/** Notes in which browser an account was signed in to, and mails its holder where it was none that they used before. */
export async function recognise(
  tx: Tx,
  { id: accountId, email, name }: Holder,
  { token, locale, now }: Browser,
  userAgent: string,
): Promise<void> {
  const browser = { accountId, tokenHash: hashOfToken(token) };
  const { count } = await tx.knownBrowser.createMany({
    data: [{ ...browser, lastSeenAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) {
    await tx.knownBrowser.updateMany({ where: browser, data: { lastSeenAt: now } });
    return;
  }
  const accountUrl = `${env().publicBaseUrl}/dashboard/account`;
  const facts = { name, browser: nameOfBrowser(userAgent), at: now.toISOString(), accountUrl };
  await sendEmail(tx, 'new_browser', { recipient: email, locale }, facts);
}
