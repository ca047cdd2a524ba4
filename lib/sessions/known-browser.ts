import { timingSafeEqual } from 'node:crypto';
import { networkOf } from '#lib/addresses.ts';
import { db } from '#lib/db.ts';
import { authCode } from './secret.ts';

/** Where a code is asked for: the address, and the mark that the browser keeps from an earlier sign-in. */
export type AskedFrom = { address: string; mark: string | undefined };

/** How long a browser that signed in keeps its mark, in seconds. */
export const MARK_SECONDS = 180 * 86_400;
/** Open sessions of an account whose networks are looked at. */
const MAX_SESSIONS = 50;

/**
 * What a browser keeps that has signed in to an account (OWASP's device cookie): it proves nothing but that, and says
 * nothing of the account to whoever reads it.
 */
export async function markOf(accountId: string): Promise<string> {
  return (await authCode('known browser', accountId)).toString('base64url');
}

/**
 * Whether an account was signed in to from there before: by this browser, or in a network where it is signed in now.
 * Does the same work where there is no account, whose id is empty then.
 */
export async function isKnown(accountId: string, { address, mark = '' }: AskedFrom): Promise<boolean> {
  const sessions = await db().session.findMany({
    where: { accountId },
    orderBy: { createdAt: 'desc' },
    select: { ipAddress: true },
    take: MAX_SESSIONS,
  });
  const network = networkOf(address);
  const isNetwork = sessions.some(({ ipAddress }) => networkOf(ipAddress ?? '') === network);
  const [kept, own] = [Buffer.from(mark), Buffer.from(await markOf(accountId))];
  const isMark = kept.length === own.length && timingSafeEqual(kept, own);
  return accountId !== '' && (isMark || (network !== undefined && isNetwork));
}
