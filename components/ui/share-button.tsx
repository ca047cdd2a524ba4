'use client';

import { useSyncExternalStore } from 'react';

type Props = { label: string; title: string; text: string; url: string };

/** Opens the device's share sheet; nothing where it has none. */
export function ShareButton({ label, ...what }: Props) {
  const canShare = useSyncExternalStore(never, hasSheet, () => false);
  if (!canShare) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() => {
        // Closing the sheet rejects the promise; nothing has to be done.
        navigator.share(what).catch(() => {});
      }}
    >
      {label}
    </button>
  );
}

const hasSheet = () => typeof navigator.share === 'function';
const never = () => () => {};
