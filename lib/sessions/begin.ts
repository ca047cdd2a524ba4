import type { Role } from '#lib/accounts/account.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { CHALLENGE_SECONDS } from './challenge-plugin.ts';
import { recognise } from './known-browser.ts';
import { needsPasskey } from './passkey-policy.ts';
import type { Asked } from './passkey-question.ts';
import { SESSION_SECONDS } from './session.ts';
import { hashOfToken, newToken, sessionCookie, sessionHashOf } from './session-cookie.ts';

/** The most of a browser's description of itself that is kept. */
const MAX_USER_AGENT = 500;

/** The browser that signs in. `token` is what its cookie as a known browser carries. */
export type Browser = { headers: Headers; address: string; locale: string; token: string; now: Date };

/** A session that was begun. `isWaiting`: it opens nothing before a passkey is proven, or the first one added. */
export type Begun = { cookies: string[]; isWaiting: boolean };

/**
 * Opens a session for an account whose code or link was right. One that the browser had before ends: a token never outlives
 * a sign-in.
 * @returns null where the account is gone.
 */
export async function beginSession(accountId: string, browser: Browser): Promise<Begun | null> {
  const { headers, address, now } = browser;
  const earlier = await sessionHashOf(headers);
  const token = newToken();
  const begun = await transaction(async (tx) => {
    const account = await tx.account.findUnique({ where: { id: accountId } });
    if (!account) return null;
    if (earlier !== null) await tx.session.deleteMany({ where: { tokenHash: earlier } });
    const role = account.role as Role;
    const isWaiting = needsPasskey(role) || (await tx.passkey.count({ where: { accountId } })) > 0;
    const seconds = isWaiting ? CHALLENGE_SECONDS : SESSION_SECONDS[role];
    await tx.session.create({
      data: {
        ...{ id: newId('session'), tokenHash: hashOfToken(token), accountId, createdAt: now },
        ...{ updatedAt: now, lastSeenAt: now, provenAt: isWaiting ? null : now },
        ...{ expiresAt: secondsAfter(now, seconds), ipAddress: address, userAgent: userAgentOf(browser) },
      },
    });
    if (!isWaiting) await recognise(tx, account, browser, userAgentOf(browser));
    return { isWaiting, seconds };
  });
  if (begun === null) return null;
  return { cookies: await sessionCookie(token, begun.seconds), isWaiting: begun.isWaiting };
}

/**
 * Notes that the holder of a session has proven who they are: one that waited for it lasts from now on. Its token is
 * another one afterwards, so that what was known of it before opens nothing.
 * @returns its cookies.
 */
export async function completeSession(
  tx: Tx,
  { session: { id, isWaiting, expiresAt }, holder }: Pick<Asked, 'session' | 'holder'>,
  browser: Browser,
): Promise<string[]> {
  const { now } = browser;
  const token = newToken();
  const end = isWaiting ? secondsAfter(now, SESSION_SECONDS[holder.role]) : expiresAt;
  await tx.session.update({
    where: { id },
    data: {
      ...{ tokenHash: hashOfToken(token), provenAt: now, lastSeenAt: now, updatedAt: now },
      expiresAt: end,
    },
  });
  if (isWaiting) await recognise(tx, holder, browser, userAgentOf(browser));
  return sessionCookie(token, Math.ceil((end.getTime() - now.getTime()) / 1000));
}

/** How a browser describes itself. */
export function userAgentOf({ headers }: Browser): string {
  return headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? '';
}

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
