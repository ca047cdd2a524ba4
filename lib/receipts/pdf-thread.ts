import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { unavailable } from '#lib/problems/problem.ts';

/** Drawings that wait for the thread. More could not be awaited: each takes a tenth of a second. */
const MOST_WAITING = 50;
/** How long the thread, and what it has loaded, is kept without work, in milliseconds. */
const IDLE_MS = 60_000;
/** The most bytes of drawings that are kept, some hundred documents. */
const KEPT_BYTES = 16 * 1024 * 1024;

const THREAD = Symbol.for('fundraising.pdfThread');
/** `bytes`: 0 while it is being drawn. */
type CachedDrawing = { drawing: Promise<Uint8Array>; bytes: number };
type PdfThread = { thread: Piscina; kept: Map<string, CachedDrawing> };
type Holder = { [THREAD]?: PdfThread };

/** One per process, which can load this file twice. */
function pdfThread(): PdfThread {
  const holder = globalThis as Holder;
  holder[THREAD] ??= {
    thread: new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: MOST_WAITING }),
    kept: new Map(),
  };
  return holder[THREAD];
}

/**
 * Draws a document in a thread of its own, so that polls do not wait for it. One with the same content is drawn once, and kept
 * while there is room.
 * @param file the module that draws, from the root of the project; `name` is its function, which takes `content` alone
 * @param content plain data
 * @throws Problem 503 while too many wait; whatever the function throws
 */
export async function drawInThread(file: string, name: string, content: unknown): Promise<Uint8Array> {
  const { kept } = pdfThread();
  const key = createHash('sha256')
    .update(JSON.stringify([file, name, content]))
    .digest('base64');
  const known = kept.get(key);
  if (known) return known.drawing;
  const entry: CachedDrawing = { drawing: draw(file, name, content), bytes: 0 };
  kept.set(key, entry);
  try {
    const drawn = await entry.drawing;
    entry.bytes = drawn.length;
    forgetOldest(kept);
    return drawn;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

async function draw(file: string, name: string, content: unknown): Promise<Uint8Array> {
  const { thread } = pdfThread();
  if (thread.queueSize >= MOST_WAITING) throw unavailable('The drawing of documents', new Error('too many wait'));
  return thread.run(content, { filename: join(process.cwd(), file), name });
}

/** Forgets the oldest drawings until the rest has room. */
function forgetOldest(kept: Map<string, CachedDrawing>): void {
  let bytes = [...kept.values()].reduce((sum, entry) => sum + entry.bytes, 0);
  for (const [key, entry] of kept) {
    if (bytes <= KEPT_BYTES) return;
    kept.delete(key);
    bytes -= entry.bytes;
  }
}
