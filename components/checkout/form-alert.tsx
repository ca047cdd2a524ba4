import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Notice } from './checkout-state.ts';
import type { Message } from './error-text.ts';

type Props = {
  notice: Notice | null;
  /** The text of the notice. */
  message: Message;
  /** What can be done about it. */
  children?: ReactNode;
};

/** Announces a notice and takes the focus, so that neither a screen reader nor a small screen misses it. */
export function FormAlert({ notice, message: { tone, title, lines }, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notice takes the focus again.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [notice]);
  return (
    <div className={tone === 'error' ? 'alert' : 'notice'} role="alert" tabIndex={-1} ref={box}>
      <h2>{title}</h2>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ text, target }) => (
            <li key={target ?? text}>
              {target === undefined ? (
                text
              ) : (
                <a href={`#${target}`} onClick={(event) => focusField(event, target)}>
                  {text}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

function focusField(event: MouseEvent, target: string): void {
  const field = document.getElementById(target);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
