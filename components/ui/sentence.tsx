import type { ReactNode } from 'react';

/** Stands in a text for what is rendered there: `t('checkout.expires', { date: SLOT })`. */
export const SLOT = '\ufffc';

/** A sentence with an element in the place of its slot. */
export function Sentence({ text, children }: { text: string; children: ReactNode }) {
  const [before, ...after] = text.split(SLOT);
  return (
    <>
      {before}
      {children}
      {after.join('')}
    </>
  );
}
