import type { ReactNode } from 'react';

type Props = {
  /** Unique on its page. */
  id: string;
  title: string;
  /** Explains the panel before anything is pressed. */
  intro?: ReactNode;
  children?: ReactNode;
};

/** A section of a page with its own heading. */
export function Panel({ id, title, intro, children }: Props) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro !== undefined && <p className="panel-intro">{intro}</p>}
      {children}
    </section>
  );
}
