'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type Props = { className: string; role: 'alert' | 'status'; children: ReactNode };

/** Takes the focus when the page opens, so that it is read out: a page that loads announces nothing by itself. */
export function Focused({ className, role, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className={className} role={role} tabIndex={-1}>
      {children}
    </div>
  );
}
