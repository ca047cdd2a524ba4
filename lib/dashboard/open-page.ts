import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import type { Role } from '#lib/accounts/account.ts';
import { now } from '#lib/clock.ts';
import { env } from '#lib/env.ts';
import { LOCALE_COOKIE, negotiateLocale } from '#lib/i18n/negotiate.ts';
import { type Actor, readVisit, type Session } from '#lib/sessions/session.ts';
import type { PageView } from './page-view.ts';
import { signInPath } from './perform.ts';
import { authorise, type PermissionName, type Resource } from './permissions.ts';
import { readResult } from './results.ts';

/** The query of a page as Next hands it over. */
export type Query = Record<string, string | string[] | undefined>;
export type OpenPage = { actor: Actor; session: Session; page: PageView; now: Date };

/** Parameters that concern how a page is shown, not what it shows. */
const OWN_PARAMETERS = new Set(['lang', 'result']);

/**
 * Opens a page of the dashboard: who is signed in, in which language, and what became of the form before it. Somebody who
 * is signed out goes to sign in and comes back here; for whoever lacks the role, the page does not exist.
 * @param role that a page as a whole asks for; none for pages of every account.
 */
export async function openPage(path: string, query: Query, role?: Role): Promise<OpenPage> {
  const plain = plainQuery(query);
  const at = now();
  const visit = await readVisit(await headers(), at);
  if (visit?.kind !== 'signed_in') {
    const kept = typeof query.result === 'string' ? { ...plain, result: query.result } : plain;
    redirect(signInPath(withQuery(path, kept), visit?.kind === 'ended' ? 'idle' : undefined));
  }
  const { session } = visit;
  const { actor } = session;
  if (role !== undefined && actor.role !== role) notFound();
  const page: PageView = {
    viewer: actor,
    ...(await readRequest(query)),
    path,
    query: plain,
    result: await readResult(actor, query.result, at),
  };
  return { actor, session, page, now: at };
}

/** How a page is to be shown: the language of its reader, the nonce of its styles, and whether it is a test page. */
export async function readRequest(query: Query) {
  const [head, jar] = await Promise.all([headers(), cookies()]);
  return {
    locale: negotiateLocale({
      explicit: typeof query.lang === 'string' ? query.lang : undefined,
      cookie: jar.get(LOCALE_COOKIE)?.value,
      acceptLanguage: head.get('accept-language'),
    }),
    nonce: head.get('x-nonce') ?? undefined,
    testMode: !env().live,
  };
}

/** Shows the page of one resource to those who may see it; for others it does not exist, like one that never was. */
export function requireSight<Found extends Resource>(
  actor: Actor,
  permission: PermissionName,
  resource: Found | null,
): Found {
  if (resource === null || authorise(actor, permission, resource) !== 'allowed') notFound();
  return resource;
}

function plainQuery(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string' && !OWN_PARAMETERS.has(pair[0]),
    ),
  );
}

function withQuery(path: string, query: Record<string, string>): string {
  return Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`;
}
