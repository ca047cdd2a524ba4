'use client';

import { useEffect, useRef } from 'react';

type Props = { action: string; label: string; value: string };

/** The search of staff, on every page. A slash moves the focus to it, as on many sites. */
export function SearchBox({ action, label, value }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      input.current?.select();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search>
      <form method="get" action={action} className="dash-search">
        <input
          type="search"
          name="q"
          ref={input}
          className="input"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          defaultValue={value}
          maxLength={300}
          autoComplete="off"
        />
      </form>
    </search>
  );
}
