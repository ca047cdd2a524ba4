import { db, type Tx } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { networkOf } from '#lib/ip-addresses.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { browserName } from './browser-name.ts';
import { hashOfToken, sessionHashOf } from './session-cookie.ts';

/** The most sessions of an account whose networks are compared. */
const MAX_SESSIONS = 50;

/** Where a sign-in is requested from: the IP address, and the token of the known-browser cookie if there is one. */
export type SignInOrigin = { address: string; token: string | undefined };

/**
 * Whether an account was signed in to from this browser before, or is signed in from this network now. `accountId` is empty
 * where there is no account; the same queries run then, so that timing reveals nothing.
 */
export async function isKnownOrigin(accountId: string, { address, token = '' }: SignInOrigin): Promise<boolean> {
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

/**
 * The browser of a request, if an account was signed in to from it before or is signed in to from it now. Strangers do not
 * have its cookies, so they cannot use up its limit.
 * @param accountId empty where there is no account; the same queries run then
 * @param token of the known-browser cookie
 * @returns an id of the browser; undefined for a stranger's
 */
export async function knownBrowserOf(
  accountId: string,
  headers: Headers,
  token: string | undefined,
): Promise<string | undefined> {
  const session = await sessionOf(headers);
  if (session?.accountId === accountId) return session.id;
  if (token === undefined) return undefined;
  const tokenHash = hashOfToken(token);
  const known = await db().knownBrowser.findUnique({
    where: { accountId_tokenHash: { accountId, tokenHash } },
  });
  return known === null ? undefined : `${accountId} ${tokenHash}`;
}

/** The session of a request, also one that waits for a passkey or has ended; null without one. */
export async function sessionOf(headers: Headers): Promise<{ id: string; accountId: string } | null> {
  const tokenHash = await sessionHashOf(headers);
  if (tokenHash === null) return null;
  return db().session.findUnique({ where: { tokenHash }, select: { id: true, accountId: true } });
}

type Holder = { id: string; email: string; name: string };

/** Records that an account signed in from a browser, and mails its holder about a new browser. */
export async function rememberBrowser(
  tx: Tx,
  { id: accountId, email, name }: Holder,
  { token, locale, now }: { token: string; locale: string; now: Date },
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
  const facts = { name, browser: browserName(userAgent), at: now.toISOString(), accountUrl };
  await sendEmail(tx, 'new_browser', { recipient: email, locale }, facts);
}
