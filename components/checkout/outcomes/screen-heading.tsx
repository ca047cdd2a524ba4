'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a screen, which is the page's. One that replaced the form takes the focus, so that a screen reader reads it. */
export function ScreenHeading({ takesFocus, children }: { takesFocus: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [takesFocus]);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
