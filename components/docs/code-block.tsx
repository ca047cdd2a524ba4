import { CopyButton } from './copy-button.tsx';
import './code.css';
import { highlight, type Language } from './highlight.ts';

type Props = {
  code: string;
  language: Language;
  label: string;
  /** What tells this piece from others of the same label, for who cannot see where it stands. */
  about?: string;
};

/** A piece of code that scrolls by itself when it is wider than the page, and can be copied. */
export function CodeBlock({ code, language, label, about }: Props) {
  const name = about === undefined ? label : `${label}: ${about}`;
  return (
    <figure className="code">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={code} label={name} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="code-scroll" tabIndex={0} aria-label={name}>
        <pre>
          <code>
            {highlight(code, language).map(({ kind, text, start }) =>
              kind === 'plain' ? (
                text
              ) : (
                <span key={start} className={`code-${kind}`}>
                  {text}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
    </figure>
  );
}
