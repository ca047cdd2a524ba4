import type { Operation } from '#lib/http/reference.ts';
import { CodeBlock } from '../code-block.tsx';
import { Heading } from '../heading.tsx';
import { Text } from '../text.tsx';
import { curlExample } from './curl.ts';
import { EXAMPLES } from './examples.ts';
import { FieldList } from './field-list.tsx';
import { BODY_NOTES, REPLY_NOTES } from './field-notes.ts';

/** An endpoint: what it does and takes on the left, one call of it on the right. */
export function OperationView({ operation, baseUrl }: { operation: Operation; baseUrl: string }) {
  const { id, method, path, summary, description, body, parameters, reply, replyStatus } = operation;
  const example = EXAMPLES[id];
  return (
    <section className="operation" aria-labelledby={id}>
      <div className="operation-text">
        <Heading id={id} text={summary} />
        <p className="endpoint">
          <span className={`method method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        <Deprecated operation={operation} />
        <p>
          <Text>{description}</Text>
        </p>
        <Facts operation={operation} />
        {parameters.length > 0 && <FieldList title="Parameters" fields={parameters} notes={{}} />}
        {body && <FieldList title="Body" fields={body} notes={BODY_NOTES[id] ?? {}} />}
        <FieldList title={`Answer ${replyStatus}`} fields={reply} notes={REPLY_NOTES[id] ?? {}} isReply />
        <Problems problems={operation.problems} />
      </div>
      <div className="operation-code">
        <CodeBlock label="Request" about={summary} language="shell" code={curlExample(operation, baseUrl)} />
        {example && (
          <CodeBlock
            label={`Answer ${replyStatus}`}
            about={summary}
            language="json"
            code={JSON.stringify(example.reply, null, 2)}
          />
        )}
      </div>
    </section>
  );
}

function Deprecated({ operation: { deprecation } }: { operation: Operation }) {
  if (!deprecation) return null;
  return (
    <p className="note">
      <Text>{`**Deprecated** since ${deprecation.since}; it ends on ${deprecation.sunset}. [Read the notice](${deprecation.notice}).`}</Text>
    </p>
  );
}

function Facts({ operation: { permission, bodyLimit, idempotent, etag } }: { operation: Operation }) {
  const facts = [
    permission === null ? 'No key needed.' : `Permission: \`${permission}\`.`,
    ...(bodyLimit === undefined ? [] : [`Body: ${bodyLimit.replace(/^At/, 'at')}`]),
    ...(idempotent ? ['Honours [`Idempotency-Key`](/docs#idempotency).'] : []),
    ...(etag ? ['Answers `304` to a current `If-None-Match`.'] : []),
  ];
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact}>
          <Text>{fact}</Text>
        </li>
      ))}
    </ul>
  );
}

function Problems({ problems }: Pick<Operation, 'problems'>) {
  return (
    <>
      <h3>Errors</h3>
      <dl className="problem-codes">
        {problems.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {codes.map((code) => (
                <a key={code} href={`/docs/errors/${code}`}>
                  <code>{code}</code>
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
