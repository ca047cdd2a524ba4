import type { Role } from '#lib/accounts/account.ts';
import { transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { recognise } from './known-browser.ts';
import { SESSION_SECONDS } from './session.ts';
import { hashOfToken, newToken, sessionCookie, sessionHashOf } from './session-cookie.ts';

/** The most of a browser's description of itself that is kept. */
const MAX_USER_AGENT = 500;

/** The browser that signs in. `token` is what its cookie as a known browser carries. */
export type Browser = { headers: Headers; address: string; locale: string; token: string; now: Date };

/**
 * Opens a session for an account whose code or link was right. One that the browser had before ends: a token never outlives
 * a sign-in.
 * @returns the cookies of the session; null where the account is gone.
 */
export async function beginSession(accountId: string, browser: Browser): Promise<string[] | null> {
  const { headers, address, now } = browser;
  const userAgent = headers.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? '';
  const earlier = await sessionHashOf(headers);
  const token = newToken();
  const seconds = await transaction(async (tx) => {
    const account = await tx.account.findUnique({ where: { id: accountId } });
    if (!account) return null;
    if (earlier !== null) await tx.session.deleteMany({ where: { tokenHash: earlier } });
    const lasts = SESSION_SECONDS[account.role as Role];
    await tx.session.create({
      data: {
        ...{ id: newId('session'), tokenHash: hashOfToken(token), accountId, createdAt: now },
        ...{ updatedAt: now, lastSeenAt: now, provenAt: now },
        expiresAt: new Date(now.getTime() + lasts * 1000),
        ...{ ipAddress: address, userAgent },
      },
    });
    await recognise(tx, account, browser, userAgent);
    return lasts;
  });
  return seconds === null ? null : sessionCookie(token, seconds);
}
