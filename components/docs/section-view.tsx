import type { Block, Section } from '#lib/docs/section.ts';
import { CodeBlock } from './code-block.tsx';
import { Heading } from './heading.tsx';
import { SamplesView } from './samples/samples-view.tsx';
import { Text } from './text.tsx';

/** A section of a page. */
export function SectionView({ section }: { section: Section }) {
  return (
    <section aria-labelledby={section.id} className={section.kicker ? 'section-kicked' : undefined}>
      {section.kicker && <p className="kicker">{section.kicker}</p>}
      <Heading id={section.id} text={section.title} />
      {section.blocks.map((block) => (
        <BlockView key={JSON.stringify(block)} block={block} />
      ))}
    </section>
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Text>{block}</Text>
      </p>
    );
  if ('list' in block) return <ul>{items(block.list)}</ul>;
  if ('steps' in block) return <ol>{items(block.steps)}</ol>;
  if ('code' in block) return <CodeBlock {...block} />;
  if ('samples' in block) return <SamplesView {...block} />;
  if ('subheading' in block) return <Heading id={block.id} text={block.subheading} level={3} />;
  if ('table' in block) return <Table {...block.table} />;
  return (
    <p className="note">
      <Text>{block.note}</Text>
    </p>
  );
}

function items(texts: string[]) {
  return texts.map((text) => (
    <li key={text}>
      <Text>{text}</Text>
    </li>
  ));
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, index) => (
              // On a phone the cells of a row are stacked, each labelled with its column.
              <td key={head[index]} data-label={head[index]}>
                <span>
                  <Text>{cell}</Text>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
