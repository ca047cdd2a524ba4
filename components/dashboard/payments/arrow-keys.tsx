'use client';

import type { KeyboardEvent, ReactNode } from 'react';

/** From each key, the index of the next stop. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Arrow keys, Home and End move the focus between the stops inside, which together are one tab stop (roving tabindex). */
export function ArrowKeys({ children }: { children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const stops = [...event.currentTarget.querySelectorAll<SVGElement>('[tabindex]')];
    const at = stops.indexOf(document.activeElement as SVGElement);
    if (at < 0) return;
    if (event.key === 'Escape') return stops[at]?.blur();
    const next = stops[MOVES[event.key]?.(at, stops.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    for (const stop of stops) stop.setAttribute('tabindex', stop === next ? '0' : '-1');
    next.focus();
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: it listens to keys of the stops inside.
  return <div onKeyDown={onKeyDown}>{children}</div>;
}
