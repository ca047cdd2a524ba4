import type { CodeLanguage } from '#lib/docs/section.ts';
import { CopyButton } from './copy-button.tsx';
import './code.css';
import { highlight } from './highlight.ts';

type Props = {
  code: string;
  language: CodeLanguage;
  label: string;
  /** Distinguishes this block from others with the same label, for screen readers. */
  about?: string;
};

/** A code block that scrolls sideways and can be copied. */
export function CodeBlock({ code, language, label, about }: Props) {
  const name = about === undefined ? label : `${label}: ${about}`;
  return (
    <figure className="code">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={code} label={name} />
      </figcaption>
      <CodeText code={code} language={language} name={name} />
    </figure>
  );
}

/** Highlighted code. What scrolls must be reachable with the keyboard, and so needs a name. */
export function CodeText({ code, language, name }: Pick<Props, 'code' | 'language'> & { name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
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
  );
}
