import { Socket } from 'node:net';

type Chunk = { chunk: Buffer; encoding: BufferEncoding };

/** A socket that sends as one message what is written in one turn of the event loop. Takes bytes, no texts. */
export class GatheringSocket extends Socket {
  get isGathering(): boolean {
    return this.writableCorked > 0 && !this.destroyed;
  }

  /** Holds back what is written until the requests that came in together have all been looked at. */
  gather(): void {
    if (this.isGathering) return;
    this.cork();
    setImmediate(() => this.uncork());
  }

  /** To copy many small chunks into one costs less than handing each of them to the system. */
  override _writev(chunks: Chunk[], done: (error?: Error | null) => void): void {
    // What streams call the encoding of bytes has no place among those of texts.
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
