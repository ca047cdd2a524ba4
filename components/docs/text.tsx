import { Fragment, type ReactNode } from 'react';

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/;

/** A text of ours: `code` between backticks, **strong** words and [links](/docs). Nothing else is markup. */
export function Text({ children }: { children: string }) {
  const parts = children.split(MARKS);
  // The parts never change their order.
  // biome-ignore lint/suspicious/noArrayIndexKey: position is their identity.
  return parts.map((part, index) => <Fragment key={index}>{renderPart(part)}</Fragment>);
}

function renderPart(part: string): ReactNode {
  if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
  const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
  if (link?.[1] && link[2]) return <a href={link[2]}>{renderPart(link[1])}</a>;
  return part;
}
