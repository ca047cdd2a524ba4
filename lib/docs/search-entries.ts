import type { DocsPage } from './page.ts';
import type { Field, Operation } from './reference.ts';
import type { Block, Section } from './section.ts';

/** Something that a reader can look for: a section, an endpoint, a field or an error code. */
export type SearchEntry = {
  /** Its address with anchor; unique. */
  href: string;
  title: string;
  /** Where it is: the titles above it. */
  place: string;
  text: string;
  /** The title is a name in code. */
  isCode?: true;
};

/** Everything that the search finds. */
export function searchEntries(pages: readonly DocsPage[]): SearchEntry[] {
  return pages.flatMap((page) => {
    if (page.isError) {
      const [meaning, fix] = page.sections.map(textOf);
      const text = `${withoutMarkup(page.summary)} ${meaning} ${fix}`;
      return [{ href: page.path, title: page.title, place: 'Errors', text, isCode: true as const }];
    }
    return [
      ...page.sections.flatMap((section) => sectionEntries(section, page)),
      ...page.operations.flatMap((operation) => operationEntries(operation, page)),
    ];
  });
}

/** A section, and each part of it below a heading of its own. */
function sectionEntries({ id, title, blocks }: Section, page: DocsPage): SearchEntry[] {
  const parts: { id: string; title: string; blocks: Block[] }[] = [{ id, title, blocks: [] }];
  for (const block of blocks) {
    if (typeof block === 'object' && 'subheading' in block)
      parts.push({ id: block.id, title: block.subheading, blocks: [] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts.map((part, index) => ({
    href: `${page.path}#${part.id}`,
    title: part.title,
    place: index === 0 ? page.title : `${page.title} › ${title}`,
    text: textOf(part),
  }));
}

function operationEntries(operation: Operation, page: DocsPage): SearchEntry[] {
  const { id, method, path, summary, description, parameters, body, reply } = operation;
  const fieldsOf = (fields: readonly Field[], part: string) =>
    fields.map(({ id: anchor, name, description: text = '' }) => ({
      href: `${page.path}#${anchor}`,
      title: name,
      place: `${page.title} › ${summary} › ${part}`,
      text: withoutMarkup(text),
      isCode: true as const,
    }));
  return [
    {
      href: `${page.path}#${id}`,
      title: summary,
      place: page.title,
      text: withoutMarkup(`${method} ${path} ${description}`),
    },
    ...fieldsOf(parameters, 'Parameters'),
    ...fieldsOf(body ?? [], 'Body'),
    ...fieldsOf(reply, 'Response'),
  ];
}

/** The words of a section without markup and code. */
function textOf({ blocks }: Pick<Section, 'blocks'>): string {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return [block];
    if ('list' in block) return block.list;
    if ('steps' in block) return block.steps;
    if ('table' in block) return block.table.rows.flat();
    return 'note' in block ? [block.note] : [];
  });
  return withoutMarkup(texts.join(' '));
}

function withoutMarkup(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replace(/[`*]/g, '');
}
