import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

/** Something the donor must know before going on. Items with a target link to the field they speak of. */
export type FormNotice = {
  tone: 'error' | 'notice';
  title: string;
  items: { text: string; target?: string }[];
  /** The payment was turned down: another method may be taken. */
  isDecline?: true;
};

type Props = { notice: FormNotice /** What can be done about it. */; children?: ReactNode };

/** Says it aloud and takes the focus, so that neither a screen reader nor a small screen misses it. */
export function FormAlert({ notice, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notice takes the focus again.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, [notice]);
  return (
    <div className={notice.tone === 'error' ? 'alert' : 'notice'} role="alert" tabIndex={-1} ref={box}>
      <h2>{notice.title}</h2>
      {notice.items.length > 0 && (
        <ul>
          {notice.items.map(({ text, target }) => (
            <li key={text}>
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
