import { CodeBlock } from '../code-block.tsx';
import { Heading } from '../heading.tsx';
import { Text } from '../text.tsx';
import type { Block, Section } from './section.ts';

/** A section of the guide. */
export function SectionView({ section }: { section: Section }) {
  return (
    <section aria-labelledby={section.id}>
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
              // On a phone the cells of a row stand below each other, each with its column's name.
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
