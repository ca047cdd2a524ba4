import { db, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { networkOf } from '#lib/ip-addresses.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { nameOfBrowser } from './browser-name.ts';
import { hashOfToken } from './session-cookie.ts';

/** The most sessions of an account whose networks are compared. */
const MAX_SESSIONS = 50;

/** Where a sign-in is requested from: the IP address, and the token of the known-browser cookie if there is one. */
export type SignInOrigin = { address: string; token: string | undefined };

/**
 * Whether an account was signed in to from this browser before, or is signed in from this network now. `accountId` is empty
 * where there is no account; the same queries run then, so that timing reveals nothing.
 */
export async function isKnownOrigin(
  accountId: string,
  { address, token = '' }: SignInOrigin,
): Promise<boolean> {
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

/** Records that an account signed in from a browser, and mails its holder about a new browser. */
export async function rememberBrowser(
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
