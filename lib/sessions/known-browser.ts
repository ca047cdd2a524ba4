import { networkOf } from '#lib/addresses.ts';
import { db, type Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { env } from '#lib/env.ts';
import { nameOfBrowser } from './browser-name.ts';
import { hashOfToken } from './session-cookie.ts';

/** How long a browser that is not used is remembered, in seconds: 400 days, the longest that browsers keep a cookie. */
export const KNOWN_BROWSER_SECONDS = 400 * 86_400;

/** Open sessions of an account whose networks are looked at. */
const MAX_SESSIONS = 50;

/** Where a code is asked for: the address, and what the browser is known by, if it keeps anything. */
export type AskedFrom = { address: string; token: string | undefined };

/**
 * Whether an account was signed in to from there before: in this browser, or in a network where it is signed in now. Does
 * the same work where there is no account, whose id is empty then.
 */
export async function isKnown(accountId: string, { address, token = '' }: AskedFrom): Promise<boolean> {
  const browser = { accountId, tokenHash: hashOfToken(token) };
  const known = await db().knownBrowser.findUnique({ where: { accountId_tokenHash: browser } });
  const sessions = await db().session.findMany({
    where: { accountId },
    orderBy: { createdAt: 'desc' },
    select: { ipAddress: true },
    take: MAX_SESSIONS,
  });
  const network = networkOf(address);
  const isNetwork = sessions.some(({ ipAddress }) => networkOf(ipAddress ?? '') === network);
  return known !== null || (network !== undefined && isNetwork);
}

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
