import { ROLES, type Role } from '#lib/accounts/account.ts';
import { auth } from './auth.ts';

/** Who acts in the dashboard: an account with its role of this very moment. */
export type Actor = { id: string; name: string; role: Role };

/** Who is signed in by the cookie of a request; null where nobody is. Their role is read at every call. */
export async function findActor(headers: Headers): Promise<Actor | null> {
  if (!headers.has('cookie')) return null;
  const found = await (await auth()).api.getSession({ headers });
  if (!found) return null;
  const { id, name, role } = found.user;
  const known = ROLES.find((one) => one === role);
  return known ? { id, name, role: known } : null;
}

/** Ends the session of a request. Returns the cookies that say so. */
export async function endSession(headers: Headers): Promise<string[]> {
  const { api, $context } = await auth();
  const found = await api.getSession({ headers });
  // Its own sign-out only logs that the row could not be deleted, and the session would live on.
  if (found) await (await $context).internalAdapter.deleteSession(found.session.token);
  return forgetCookie(headers);
}

/** Ends every session of whoever is signed in by a request, in all browsers. Returns the cookies that say so. */
export async function endAllSessions(headers: Headers): Promise<string[]> {
  await (await auth()).api.revokeSessions({ headers });
  return forgetCookie(headers);
}

async function forgetCookie(headers: Headers): Promise<string[]> {
  const { headers: answer } = await (await auth()).api.signOut({ headers, returnHeaders: true });
  return answer.getSetCookie();
}
