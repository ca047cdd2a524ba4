type Props = { id: string; text: string; level?: 2 | 3 };

/** A heading with an anchor. */
export function Heading({ id, text, level = 2 }: Props) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={id} className="anchored">
      {text}
      <a className="anchor" href={`#${id}`} aria-label={`Link to: ${text}`}>
        #
      </a>
    </Tag>
  );
}
