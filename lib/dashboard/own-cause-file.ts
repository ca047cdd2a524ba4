import { type CauseWithOwner, findCause } from '#lib/causes/find.ts';
import { db } from '#lib/db.ts';
import { privateFile } from '#lib/http/private-file.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { canSeePage } from '#lib/policy/decide.ts';
import { findActor } from '#lib/sessions/session.ts';
import { signInPath } from './perform.ts';

type File = { body: BodyInit; headers: Record<string, string> };

/**
 * Answers with a file about a creator's cause, to its creator alone. Signed out, it redirects to sign-in and then to the page
 * that offers the file.
 * @param page of the cause, such as `/statements`, with what of the query it shows
 * @param make returns null where there is no such file
 */
export async function ownCauseFile(
  request: Request,
  key: string,
  page: string,
  make: (cause: CauseWithOwner, query: URLSearchParams, actor: Actor) => Promise<File | null>,
): Promise<Response> {
  const actor = await findActor(request.headers);
  if (!actor) {
    const to = `/dashboard/causes/${encodeURIComponent(key)}${page}`;
    return new Response(null, {
      status: 303,
      headers: { Location: signInPath(to), 'Cache-Control': 'no-store' },
    });
  }
  return privateFile(request, async ({ searchParams }) => {
    const cause = await findCause(db(), key);
    if (!cause || !canSeePage(actor, 'cause.own', cause)) return null;
    return make(cause, searchParams, actor);
  });
}
