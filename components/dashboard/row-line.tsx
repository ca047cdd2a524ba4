import type { ReactNode } from 'react';

type Props = { first: ReactNode; figure: ReactNode; second: ReactNode; badge?: ReactNode };

/** A row of a long list on a narrow screen, before it is opened: two lines, each of a text and what is said of it. */
export function RowLine({ first, figure, second, badge }: Props) {
  return (
    <>
      <span className="line">
        <span>{first}</span>
        <strong>{figure}</strong>
      </span>
      <span className="line soft">
        <span>{second}</span>
        <span>{badge}</span>
      </span>
    </>
  );
}
