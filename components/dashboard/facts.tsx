import type { ReactNode } from 'react';

export type Fact = { term: string; value: ReactNode };

/** What is known of one thing: terms with their values. A value that is not there is left out. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  const known = facts.filter(
    (fact): fact is Fact => fact !== null && fact.value !== null && fact.value !== '',
  );
  return (
    <dl className="facts">
      {known.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
