import { ReadableStream } from 'node:stream/web';
import { now, timestamp } from '#lib/clock.ts';

/**
 * A CSV file (RFC 4180) to download, streamed. Its name ends with today's date in UTC.
 * @param pieces the file's text, which begins with its header
 */
export function csvFile(
  name: string,
  pieces: AsyncIterable<string>,
): { body: BodyInit; headers: Record<string, string> } {
  const day = timestamp(now()).slice(0, 10);
  return {
    body: ReadableStream.from(encoded(pieces)) as BodyInit,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}-${day}.csv"`,
    },
  };
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
