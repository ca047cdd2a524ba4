'use client';

import { useSyncExternalStore } from 'react';

type Props = { label: string; title: string; text: string; url: string };

/** Opens the device's own sheet for sharing; nothing where there is none. */
export function ShareButton({ label, ...what }: Props) {
  const canShare = useSyncExternalStore(never, hasSheet, () => false);
  if (!canShare) return null;
  return (
    <button
      type="button"
      className="button"
      onClick={() => {
        // Whoever closes the sheet has changed their mind, and that is all.
        navigator.share(what).catch(() => {});
      }}
    >
      {label}
    </button>
  );
}

const hasSheet = () => typeof navigator.share === 'function';
const never = () => () => {};
