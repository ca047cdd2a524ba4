import type { ProblemUse } from '#lib/http/reference.ts';
import { CodeBlock } from '../code-block.tsx';
import { Text } from '../text.tsx';
import { OCCURRENCES } from './examples.ts';
import type { ProblemInfo } from './problem-info.ts';

type Props = { problem: ProblemInfo; uses: ProblemUse[]; baseUrl: string };

/** What a code means, what to do about it, and how one looks. */
export function ProblemView({ problem, uses, baseUrl }: Props) {
  const { code, title, status, meaning, fix } = problem;
  const { detail, instance, ...rest } = OCCURRENCES[code];
  const example = { type: `${baseUrl}/docs/errors/${code}`, title, status, detail, code, instance, ...rest };
  return (
    <div className="problem">
      <h2 id="meaning">What it means</h2>
      <p>
        <Text>{meaning}</Text>
      </p>
      <h2 id="fix">What to do</h2>
      <p>
        <Text>{fix}</Text>
      </p>
      <h2 id="status">Where it is met</h2>
      <dl className="uses">
        {uses.map((use) => (
          <div key={use.status}>
            <dt>{use.status}</dt>
            <dd>
              <Operations use={use} />
            </dd>
          </div>
        ))}
      </dl>
      <h2 id="example">Example</h2>
      <CodeBlock label="Problem document" language="json" code={JSON.stringify(example, null, 2)} />
      <p>
        <Text>
          {
            'Branch on `code`. The `type` of a problem document is the address of this page. See [errors](/docs#errors) for all members.'
          }
        </Text>
      </p>
    </div>
  );
}

function Operations({ use: { status, operations } }: { use: ProblemUse }) {
  if (operations.length === 0)
    return <Text>{ELSEWHERE[status] ?? 'Not sent by any endpoint of version 1.'}</Text>;
  return (
    <ul className="uses-list">
      {operations.map(({ id, label }) => (
        <li key={id}>
          <a href={`/docs/api#${id}`}>
            <code>{label}</code>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Statuses that come from no endpoint but from the way to it. */
const ELSEWHERE: Readonly<Record<number, string>> = {
  404: 'Any path under `/v1` that does not exist.',
  405: 'A path that exists, called with a method it does not take. `Allow` lists those it takes.',
  501: 'The endpoints [not in version 1](/docs#not-in-v1), called with a valid key.',
};
