import { ReadableStream } from 'node:stream/web';
import { findCause } from '#lib/causes/find.ts';
import { now, timestamp } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { pageFile } from '#lib/http/page-file.ts';
import { exportRecords } from '#lib/payments/export-records.ts';
import { type Actor, findActor } from '#lib/sessions/session.ts';
import { causesOf } from './own-payments.ts';
import { filterQuery, readFilter } from './payment-filter.ts';
import { signInPath } from './perform.ts';
import { authorise } from './permissions.ts';

/**
 * Answers with the payments of one cause, or of all causes of whoever is signed in, as a file that is written while it is
 * read (RFC 4180). Somebody signed out is led to sign in and to the list; another's cause is not there.
 */
export async function exportPayments(request: Request, causeKey?: string): Promise<Response> {
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
  return pageFile(request, async () => {
    const keys = await keysFor(actor, causeKey);
    if (!keys) return null;
    const pieces = exportRecords(keys, readFilter(query).filter);
    const day = timestamp(now()).slice(0, 10);
    const name = causeKey === undefined ? `payments-${day}.csv` : `payments-${causeKey}-${day}.csv`;
    return {
      body: ReadableStream.from(encoded(pieces)) as BodyInit,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
    };
  });
}

/** The causes of which somebody may have the file; null where it is not there for them. */
async function keysFor(actor: Actor, causeKey: string | undefined): Promise<string[] | null> {
  if (causeKey === undefined) {
    if (actor.role !== 'creator') return null;
    return (await causesOf(actor.id)).map(({ key }) => key);
  }
  const cause = await findCause(db(), causeKey);
  return cause && authorise(actor, 'cause.own', cause) === 'allowed' ? [cause.key] : null;
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
