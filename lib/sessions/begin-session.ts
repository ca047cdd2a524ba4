import type { Role } from '#lib/accounts/account.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { isErasedAddress } from '#lib/email-key.ts';
import { newId } from '#lib/ids.ts';
import { lockAccount } from '#lib/locks.ts';
import { CHALLENGE_SECONDS } from './challenge.ts';
import { rememberBrowser } from './known-browser.ts';
import type { PasskeySession } from './passkey-options.ts';
import { needsPasskey } from './passkey-policy.ts';
import { SESSION_SECONDS } from './session.ts';
import { hashOfToken, newToken, sessionCookie, sessionHashOf } from './session-cookie.ts';

/** Stored characters of a User-Agent header. */
const MAX_USER_AGENT = 500;

/** The browser that signs in. `token` is the value of its known-browser cookie. */
export type SignInBrowser = { headers: Headers; address: string; locale: string; token: string; now: Date };

/** A new session. `isWaiting`: it opens nothing until a passkey is used, or the first one is added. */
type BegunSession = { cookies: string[]; isWaiting: boolean };

/**
 * Creates a session for an account whose code or link was right. The browser's previous session ends.
 * @returns null if the account no longer exists, or was erased.
 */
export async function beginSession(accountId: string, browser: SignInBrowser): Promise<BegunSession | null> {
  const { headers, address, now } = browser;
  const earlier = await sessionHashOf(headers);
  const token = newToken();
  const begun = await transaction(async (tx) => {
    // Erasing the account takes the same lock, and deletes its sessions.
    await lockAccount(tx, accountId);
    const account = await tx.account.findUnique({ where: { id: accountId } });
    if (!account || isErasedAddress(account.email)) return null;
    if (earlier !== null) await tx.session.deleteMany({ where: { tokenHash: earlier } });
    const role = account.role as Role;
    const isWaiting = needsPasskey(role) || (await tx.passkey.count({ where: { accountId } })) > 0;
    const seconds = isWaiting ? CHALLENGE_SECONDS : SESSION_SECONDS[role];
    await tx.session.create({
      data: {
        id: newId('session'),
        tokenHash: hashOfToken(token),
        accountId,
        createdAt: now,
        updatedAt: now,
        lastSeenAt: now,
        provenAt: isWaiting ? null : now,
        expiresAt: secondsAfter(now, seconds),
        ipAddress: address,
        userAgent: userAgentOf(browser),
      },
    });
    if (!isWaiting) await rememberBrowser(tx, account, browser, userAgentOf(browser));
    return { isWaiting, seconds };
  });
  if (begun === null) return null;
  return { cookies: [await sessionCookie(token, begun.seconds)], isWaiting: begun.isWaiting };
}

/**
 * Records that a session's holder has authenticated with a passkey: a waiting session becomes valid, and any session fresh.
 * The session gets a new token, so that the old one opens nothing (session fixation).
 * @returns the cookies with the new token.
 */
export async function completeSession(
  tx: Tx,
  { session: { id, isWaiting, expiresAt }, holder }: Pick<PasskeySession, 'session' | 'holder'>,
  browser: SignInBrowser,
): Promise<string[]> {
  const { now } = browser;
  const token = newToken();
  const end = isWaiting ? secondsAfter(now, SESSION_SECONDS[holder.role]) : expiresAt;
  await tx.session.update({
    where: { id },
    data: {
      tokenHash: hashOfToken(token),
      provenAt: now,
      lastSeenAt: now,
      updatedAt: now,
      expiresAt: end,
    },
  });
  if (isWaiting) await rememberBrowser(tx, holder, browser, userAgentOf(browser));
  return [await sessionCookie(token, Math.ceil((end.getTime() - now.getTime()) / 1000))];
}

/** The User-Agent header of a browser, cut to the stored length. */
export function userAgentOf({ headers }: SignInBrowser): string {
  return headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? '';
}

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
