import type { ReactNode } from 'react';

/** The meaning of a state: neutral, good, waiting for somebody, or failed. */
export type Tone = 'plain' | 'good' | 'waits' | 'bad';

/** A state in a word. The colour repeats the meaning of the word. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
