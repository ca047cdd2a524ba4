import type { Book, Cause } from './book.ts';
import type { Key } from './keys.ts';
import type { Params } from './params.ts';
import type { Origin } from './payment-methods.ts';

/** One API request, decoded: what an endpoint gets to work with. */
export type Call = {
  book: Book;
  key: Key;
  params: Params;
  /** The ids in the path, in order. */
  path: string[];
  origin: Origin;
  /** For the `request` of the events it causes. */
  cause: Cause;
};

/** An endpoint answers a wire object, or throws StripeFault. */
export type Endpoint = (call: Call) => object;
