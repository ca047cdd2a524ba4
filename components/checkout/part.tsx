import { type ReactNode, Suspense } from 'react';

type Props = {
  /** It is on the page from the start: the server renders it whole, whatever of its script has yet to be loaded. */
  isFirst: boolean;
  children: ReactNode;
};

/** A part of the page with a script of its own. One that is shown later may have to wait for it, and then shows that. */
export function Part({ isFirst, children }: Props) {
  return isFirst ? children : <Suspense fallback={<Loading />}>{children}</Suspense>;
}

function Loading() {
  return (
    <p className="part-loading">
      <span className="spinner" aria-hidden="true" />
    </p>
  );
}
