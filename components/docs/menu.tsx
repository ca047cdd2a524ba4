'use client';

import { type MouseEvent, type ReactNode, useRef } from 'react';

/** The navigation on a phone. It closes after a link in it was followed. */
export function Menu({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) details.current?.removeAttribute('open');
  };
  return (
    <details className="docs-menu" ref={details} onClickCapture={close}>
      <summary>Contents</summary>
      {children}
    </details>
  );
}
