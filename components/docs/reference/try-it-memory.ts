import { useSyncExternalStore } from 'react';

/** What the forms of a page share: the key, and what was created with it. Kept in the memory of this tab alone. */
type Memory = {
  key: string;
  /** Values of the examples, and the real ones that take their place. */
  created: Readonly<Record<string, string>>;
};

const EMPTY: Memory = { key: '', created: {} };
let memory = EMPTY;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the forms of this page share. */
export function useMemory(): Memory {
  return useSyncExternalStore(
    subscribe,
    () => memory,
    () => EMPTY,
  );
}

/** Changes what the forms of this page share. */
export function updateMemory(change: Partial<Memory>): void {
  memory = { ...memory, ...change };
  for (const listener of listeners) listener();
}
