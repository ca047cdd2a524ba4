'use client';

import { useState, useSyncExternalStore } from 'react';

type Props = { id: string; label: string; copied: string };

/** A button that copies an id. Without scripts there is none: the id can be selected on the page that it leads to. */
export function CopyId({ id, label, copied }: Props) {
  const [isDone, setDone] = useState(false);
  const canCopy = useSyncExternalStore(
    never,
    () => 'clipboard' in navigator,
    () => false,
  );
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setDone(true),
      () => setDone(false),
    );
  return (
    <>
      <button type="button" className="copy-id" aria-label={label} title={label} onClick={copy}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isDone ? 'M5 12.5l4.5 4.5L19 7.5' : 'M9 9h10v10H9zM5 15V5h10'} />
        </svg>
      </button>
      <span role="status" className="visually-hidden">
        {isDone && copied}
      </span>
    </>
  );
}

function never(): () => void {
  return () => {};
}
