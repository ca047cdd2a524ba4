import type { ReactNode } from 'react';

/** A placeholder value for an element in a text: `t('checkout.expires', { date: SLOT })`. */
export const SLOT = '\ufffc';

/** A sentence with an element in the place of its slot. */
export function Sentence({ text, children }: { text: string; children: ReactNode }) {
  const [before, ...after] = text.split(SLOT);
  return (
    <>
      <span>{before}</span>
      {children}
      <span>{after.join('')}</span>
    </>
  );
}
