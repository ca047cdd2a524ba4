'use client';

import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { SearchEntry } from '#lib/docs/search-entries.ts';
import { finder } from './finder.ts';
import { countOf, Results } from './results.tsx';

/** Where the browser keeps that "/" shall not open the search: a single key can be hit by speech input. */
const SLASH_OFF = 'docs-slash-off';

/** The search: links to its page, which open a dialog where scripts run. `/` and Ctrl+K open it too. */
export function SearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [entries, setEntries] = useState<readonly SearchEntry[]>();
  const [hasFailed, setFailed] = useState(false);
  const [slashOpens, setSlashOpens] = useState(true);
  const find = useMemo(() => entries && finder(entries), [entries]);
  const found = find?.(query) ?? [];

  function open(): void {
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    input.current?.select();
    if (!entries)
      fetch('/docs/search.json')
        .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
        .then(setEntries, () => setFailed(true));
  }

  useEffect(() => {
    setSlashOpens(readSlashOpens());
  }, []);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isSlash = event.key === '/' && slashOpens && !isTyping(event.target);
      const isControlK = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (event.defaultPrevented || event.altKey || !(isControlK || (isSlash && !event.ctrlKey && !event.metaKey)))
        return;
      event.preventDefault();
      open();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href="/docs/search"]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !dialog.current?.showModal) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick);
    };
  });

  /** Up and down go through the field and the results. Escape closes: in a search field browsers would clear it first. */
  function move(event: KeyboardEvent<HTMLDialogElement>): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const stops = [input.current, ...event.currentTarget.querySelectorAll<HTMLElement>('.results a')];
    const at = stops.findIndex((stop) => stop?.matches(':focus'));
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }

  function submit(event: FormEvent): void {
    const [first] = found;
    if (!first) return;
    event.preventDefault();
    close();
    window.location.assign(first.href);
  }

  function close(): void {
    dialog.current?.close();
  }

  function setSlash(opens: boolean): void {
    setSlashOpens(opens);
    try {
      if (opens) localStorage.removeItem(SLASH_OFF);
      else localStorage.setItem(SLASH_OFF, 'yes');
    } catch {
      // Without storage the choice ends with the page.
    }
  }

  return (
    <>
      <a className="docs-search" href="/docs/search" aria-keyshortcuts="/ Control+K">
        Search
        {slashOpens && <kbd>/</kbd>}
      </a>
      <dialog ref={dialog} className="search" aria-label="Search the documentation" onKeyDown={move}>
        <form action="/docs/search" className="search-form" onSubmit={submit}>
          <label htmlFor="search-query">Search the guide, the reference and the errors</label>
          <div className="search-row">
            <input
              ref={input}
              type="search"
              name="q"
              id="search-query"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </form>
        <p className="search-count" role="status">
          {hasFailed
            ? 'The search could not be loaded. Press Enter to search on its page.'
            : find && countOf(found, query)}
        </p>
        <Results found={found} onFollow={close} />
        <label className="search-slash">
          <input type="checkbox" checked={slashOpens} onChange={(event) => setSlash(event.target.checked)} />
          <span>
            <kbd>/</kbd> opens the search
          </span>
        </label>
      </dialog>
    </>
  );
}

function readSlashOpens(): boolean {
  try {
    return localStorage.getItem(SLASH_OFF) === null;
  } catch {
    return true;
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/.test(target.localName))
  );
}
