import { findCause } from '#lib/causes/find.ts';
import type { CsvStyle } from '#lib/csv.ts';
import { db } from '#lib/db.ts';
import { privateFile } from '#lib/http/private-file.ts';
import { exportDonors } from '#lib/payments/views/export-donors.ts';
import { exportRecords } from '#lib/payments/views/export-records.ts';
import type { RecordFilter } from '#lib/payments/views/list-records.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { canSeePage } from '#lib/policy/decide.ts';
import { findActor } from '#lib/sessions/session.ts';
import { csvFile } from './csv-file.ts';
import { chooseCsvSeparator } from './csv-separator.ts';
import { causesOf } from './own-payments.ts';
import { filterQuery, readFilter } from './payment-filter.ts';
import { signInPath } from './perform.ts';
import { requireDays } from './require-days.ts';

/**
 * Answers with the payments of one cause, or of all causes of the account, as a streamed CSV file (RFC 4180). Signed out,
 * it redirects to sign-in and then to the list. The cause of another creator is not found.
 */
export function exportPayments(request: Request, causeKey?: string): Promise<Response> {
  return exportOf(request, causeKey, 'payments', exportRecords);
}

/** The same for the donors who can be thanked: a line for each. */
export function exportDonorsToThank(request: Request, causeKey?: string): Promise<Response> {
  return exportOf(request, causeKey, 'donors', exportDonors);
}

async function exportOf(
  request: Request,
  causeKey: string | undefined,
  what: 'payments' | 'donors',
  write: (keys: readonly string[], filter: RecordFilter, style: CsvStyle) => AsyncIterable<string>,
): Promise<Response> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const actor = await findActor(request.headers);
  if (!actor) {
    const list = causeKey === undefined ? '' : `/causes/${encodeURIComponent(causeKey)}`;
    const to = `/dashboard${list}/payments${filterQuery(query)}`;
    return new Response(null, {
      status: 303,
      headers: { Location: signInPath(to), 'Cache-Control': 'no-store' },
    });
  }
  return privateFile(request, async () => {
    const keys = await keysFor(actor, causeKey);
    if (!keys) return null;
    const name = causeKey === undefined ? what : `${what}-${causeKey}`;
    requireDays(query);
    const { filter, view } = readFilter(query);
    const separator = await chooseCsvSeparator(actor.id, request);
    return csvFile(name, write(keys, filter, { timeZone: view.zone, separator }));
  });
}

/** The causes whose payments this account may export; null if it may not see them. */
async function keysFor(actor: Actor, causeKey: string | undefined): Promise<string[] | null> {
  if (causeKey === undefined) {
    if (actor.role !== 'creator') return null;
    return (await causesOf(actor.id)).map(({ key }) => key);
  }
  const cause = await findCause(db(), causeKey);
  return cause && canSeePage(actor, 'cause.own', cause) ? [cause.key] : null;
}
