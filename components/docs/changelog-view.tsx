import type { ChangelogEntry } from '#lib/changelog.ts';
import { Heading } from './heading.tsx';
import { Text } from './text.tsx';

const KINDS: Readonly<Record<ChangelogEntry['kind'], string>> = {
  released: 'Released',
  changed: 'Changed',
  deprecated: 'Deprecated',
  sunset: 'Sunset',
};

/** Dated notices, each with the anchor that headers link to. */
export function ChangelogView({ entries }: { entries: readonly ChangelogEntry[] }) {
  return entries.map(({ anchor, date, kind, title, what }) => (
    <section key={anchor} className="entry" aria-labelledby={anchor}>
      <p className="entry-date">
        <time dateTime={date}>{date}</time> <span className={`kind kind-${kind}`}>{KINDS[kind]}</span>
      </p>
      <Heading id={anchor} text={title} />
      <ul>
        {what.map((sentence) => (
          <li key={sentence}>
            <Text>{sentence}</Text>
          </li>
        ))}
      </ul>
    </section>
  ));
}
