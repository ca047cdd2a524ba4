'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { focusOnOpening } from './focus-on-opening.ts';

type Props = { className: string; role: 'alert' | 'status'; children: ReactNode };

/** A message that takes the focus when the page opens. */
export function FocusedMessage({ className, role, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusOnOpening(box.current), []);
  return (
    <div ref={box} className={className} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
