import type { ReactNode } from 'react';

/** How a state is meant: nothing to do, good, waits for somebody, went wrong. */
export type Tone = 'plain' | 'good' | 'waits' | 'bad';

/** A state in a word. The colour repeats what the word says. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
