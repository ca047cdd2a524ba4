'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a screen, below the page's own, the cause. One that replaced the form takes the focus, so that a screen reader reads it. */
export function ScreenHeading({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [takesFocus]);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {children}
    </h2>
  );
}
