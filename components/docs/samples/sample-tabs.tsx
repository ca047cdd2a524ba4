'use client';

import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { SampleKind } from '#lib/docs/section.ts';
import { CopyButton } from '../copy-button.tsx';
import { choose, useChoice } from './choice.ts';

type Panel = { kind: SampleKind; label: string; code: string; view: ReactNode };
type Props = { about: string; panels: Panel[] };

/** Steps of the arrow keys among tabs. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs for the languages of an example. Which panel is shown is decided by CSS, from the choice on the document. */
export function SampleTabs({ about, panels }: Props) {
  const id = useId();
  const chosen = useChoice();
  const shown = panels.find(({ kind }) => kind === chosen) ?? panels[0];

  /** Examples above this one change their height too: the tabs stay where the reader sees them. */
  function show(kind: SampleKind, tab: Element): void {
    const before = tab.getBoundingClientRect().top;
    choose(kind);
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')];
    const at = panels.findIndex(({ kind }) => kind === shown?.kind);
    const next = step === undefined ? -1 : (at + step + panels.length) % panels.length;
    const [panel, tab] = [panels[next], tabs[next]];
    if (!panel || !tab) return;
    event.preventDefault();
    tab.focus();
    show(panel.kind, tab);
  }

  return (
    <figure className="code samples">
      <figcaption>
        <div className="tabs" role="tablist" aria-label={`Language: ${about}`} onKeyDown={move}>
          {panels.map(({ kind, label }) => (
            <button
              key={kind}
              type="button"
              role="tab"
              className="tab"
              id={`${id}-${kind}-tab`}
              data-samples={kind}
              aria-selected={kind === shown?.kind}
              aria-controls={`${id}-${kind}`}
              tabIndex={kind === shown?.kind ? 0 : -1}
              onClick={(event) => show(kind, event.currentTarget)}
            >
              {label}
            </button>
          ))}
        </div>
        {shown && <CopyButton text={shown.code} label={`${shown.label}: ${about}`} />}
      </figcaption>
      {panels.map(({ kind, label, view }) => (
        <div
          key={kind}
          className="sample"
          id={`${id}-${kind}`}
          data-samples={kind}
          role="tabpanel"
          aria-labelledby={`${id}-${kind}-tab`}
        >
          <p className="sample-label">{label}</p>
          {view}
        </div>
      ))}
    </figure>
  );
}
