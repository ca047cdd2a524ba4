import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import type { Role } from '#lib/accounts/account.ts';
import { now } from '#lib/clock.ts';
import { cookieName } from '#lib/cookies.ts';
import { env } from '#lib/env.ts';
import { localeCookie, negotiateLocale } from '#lib/i18n/locales.ts';
import { readerOf } from '#lib/i18n/reader.ts';
import { TIME_ZONE_COOKIE } from '#lib/i18n/zone-name.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { canSeePage } from '#lib/policy/decide.ts';
import type { PolicyAction } from '#lib/policy/table.ts';
import { readSession, type Session } from '#lib/sessions/session.ts';
import { csvSeparatorOf } from './csv-separator.ts';
import type { PageView } from './page-view.ts';
import { POSTPONED_COOKIE } from './passkey-prompt.ts';
import { signInPath } from './perform.ts';
import { readerZone } from './reader-zone.ts';
import { asForm, readResult } from './results.ts';

/** The query parameters of a page, from Next. */
export type Query = Record<string, string | string[] | undefined>;
/** `isPostponed`: the actor answered lately that they add no passkey now. */
export type DashboardPage = {
  actor: Actor;
  session: Session;
  page: PageView;
  isPostponed: boolean;
  now: Date;
};

/** Parameters that affect how a page is shown, not what it shows. */
const OWN_PARAMETERS = new Set(['lang', 'result']);

/**
 * Loads the props of every dashboard page: the signed-in account, the language, and the result of the last form. Signed
 * out, it redirects to sign-in and back. For other roles the page is not found.
 * @param role that may see the page; any by default
 */
export async function loadDashboardPage(path: string, query: Query, role?: Role): Promise<DashboardPage> {
  const plain = plainQuery(query);
  const at = now();
  const visit = await readSession(await headers(), at);
  if (visit?.kind !== 'signed_in') {
    const kept = typeof query.result === 'string' ? { ...plain, result: query.result } : plain;
    redirect(signInPath(withQuery(path, kept), visit?.kind === 'ended' ? 'idle' : undefined));
  }
  const { session } = visit;
  const { actor } = session;
  if (role !== undefined && actor.role !== role) notFound();
  const request = await readRequest(query);
  const page: PageView = {
    viewer: actor,
    ...request,
    csvSeparator: csvSeparatorOf(session.csvSeparator, request),
    ...readerZone(session.timeZone, await zoneCookie()),
    path,
    query: plain,
    result: asForm(await readResult(actor, query.result, at)),
  };
  return { actor, session, page, isPostponed: (await postponedBy()) === actor.id, now: at };
}

/** The account that added no passkey when this browser was asked. */
async function postponedBy(): Promise<string | undefined> {
  const jar = await cookies();
  return jar.get(cookieName(POSTPONED_COOKIE, '/dashboard'))?.value;
}

/** The browser's time zone, as the cookie of an earlier page has it: with the prefix over https. */
export async function zoneCookie(): Promise<string | undefined> {
  const jar = await cookies();
  return (jar.get(`__Host-${TIME_ZONE_COOKIE}`) ?? jar.get(TIME_ZONE_COOKIE))?.value;
}

/** How a page is to be shown: its reader, the nonce of its styles, and whether it is a test page. */
export async function readRequest(query: Query) {
  const [head, jar] = await Promise.all([headers(), cookies()]);
  const acceptLanguage = head.get('accept-language');
  const locale = negotiateLocale({
    explicit: typeof query.lang === 'string' ? query.lang : undefined,
    cookie: localeCookie((name) => jar.get(name)?.value),
    acceptLanguage,
  });
  return {
    ...readerOf(locale, acceptLanguage),
    nonce: head.get('x-nonce') ?? undefined,
    testMode: !env().live,
  };
}

/** Requires that the actor may see a resource. For others its page is not found, like that of a missing one. */
export function requireVisible<Found extends { ownerId?: string | null }>(
  actor: Actor,
  page: PolicyAction,
  resource: Found | null,
): Found {
  if (resource === null || !canSeePage(actor, page, resource)) notFound();
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
