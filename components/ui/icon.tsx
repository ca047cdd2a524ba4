const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  cross: 'M7 7l10 10M17 7 7 17',
  pause: 'M9 7v10M15 7v10',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  back: 'M9 14 4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3',
  heart: 'M12 20 5 13a4.6 4.6 0 0 1 6.5-6.5l.5.6.5-.6A4.6 4.6 0 0 1 19 13z',
  shield: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 12l2.2 2.2L15.5 10',
} as const;
export type IconName = keyof typeof PATHS;

/** A decorative icon beside text of the same meaning. Screen readers skip it. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className === undefined ? 'icon' : `icon ${className}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
