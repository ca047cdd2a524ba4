import { threadId } from 'node:worker_threads';

let drawn = 0;

/** A document for tests of lib/receipts/pdf-thread.ts: the thread that draws it, how many were drawn there, and `length` zeros. */
export function drawThread({ length = 0 }: { length?: number }): Uint8Array {
  drawn += 1;
  const document = new Uint8Array(2 + length);
  document.set([threadId, drawn]);
  return document;
}

/** A document that cannot be drawn. */
export function drawNothing(): Uint8Array {
  throw new RangeError('no such glyph');
}
