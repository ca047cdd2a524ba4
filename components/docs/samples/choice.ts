import { useSyncExternalStore } from 'react';
import type { SampleKind } from '#lib/docs/section.ts';
import { STORED_AS } from './restore-choice.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language that the reader chose for every example; undefined on the server, which does not know it. */
export function useChoice(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.samples,
    () => undefined,
  );
}

/** Shows every example in a language, here and on the pages that come. */
export function choose(kind: SampleKind): void {
  document.documentElement.dataset.samples = kind;
  try {
    localStorage.setItem(STORED_AS, kind);
  } catch {
    // Without storage the choice ends with the page.
  }
  for (const listener of listeners) listener();
}
