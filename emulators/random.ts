import { createHash, randomBytes } from 'node:crypto';

/** Source of ids: random, or a repeatable sequence once seeded. */
export type RandomSource = {
  /** 24 characters of [A-Za-z0-9]. */
  next(): string;
  /** Starts the repeatable sequence of this seed; undefined returns to real randomness. */
  seed(seed: string | undefined): void;
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a source of ids. For test data only: the slight bias of the letters does not matter. */
export function createRandom(): RandomSource {
  let current: string | undefined;
  let counter = 0;

  function bytes(): Buffer {
    if (current === undefined) return randomBytes(24);
    counter += 1;
    return createHash('sha256').update(`${current}:${counter}`).digest().subarray(0, 24);
  }

  return {
    next: () => Array.from(bytes(), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
    seed(seed) {
      current = seed;
      counter = 0;
    },
  };
}
