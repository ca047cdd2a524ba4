import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { When } from './when.tsx';

type Fact = { term: string; value: ReactNode };

/** An instant; null if it has not happened. */
export function timeFact(page: PageView, term: string, at: Date | null): Fact | null {
  return at && { term, value: <When page={page} at={at} /> };
}

/** A list of terms with their values. Missing values are omitted. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  const known = facts.filter((fact): fact is Fact => fact !== null && fact.value !== null && fact.value !== '');
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
