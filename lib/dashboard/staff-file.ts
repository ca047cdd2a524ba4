import { now as readClock } from '#lib/clock.ts';
import { privateFile } from '#lib/http/private-file.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { canSeePage, needsFreshSignIn } from '#lib/policy/decide.ts';
import { type PolicyAction, ruleOf } from '#lib/policy/table.ts';
import { readSession } from '#lib/sessions/session.ts';
import { reauthenticationPath, signInPath } from './perform.ts';
import { zoneOfRequest } from './reader-zone.ts';

type File = { body: BodyInit; headers: Record<string, string> };

/**
 * Answers with a file for staff. Signed out, or without the fresh sign-in that the policy asks for, it redirects to sign in and
 * then to the page that offers the file.
 * @param page of staff, its path segments, such as `['bank-accounts', id]`
 * @param query of that page
 * @param row of the file in the policy
 * @param make gets the time zone of the session's pages, and returns null where there is no such file
 */
export async function staffFile(
  request: Request,
  { page, query = new URLSearchParams(), row }: { page: string[]; query?: URLSearchParams; row: PolicyAction },
  make: (actor: Actor, query: URLSearchParams, now: Date, timeZone: string) => Promise<File | null>,
): Promise<Response> {
  const now = readClock();
  const path = ['/dashboard/staff', ...page.map(encodeURIComponent)].join('/');
  const to = query.size === 0 ? path : `${path}?${query}`;
  const visit = await readSession(request.headers, now);
  if (visit?.kind !== 'signed_in') return leadTo(signInPath(to));
  const { actor, isFresh } = visit.session;
  const zone = zoneOfRequest(visit.session.timeZone, request.headers);
  const isSeen = canSeePage(actor, row, {});
  if (isSeen && !isFresh && needsFreshSignIn(ruleOf(row), actor.role)) return leadTo(reauthenticationPath(to));
  return privateFile(request, async ({ searchParams }) => (isSeen ? make(actor, searchParams, now, zone) : null));
}

function leadTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } });
}
