import type { Operation } from '#lib/docs/reference.ts';
import { CodeBlock } from '../code-block.tsx';
import { Heading } from '../heading.tsx';
import { SamplesView } from '../samples/samples-view.tsx';
import { Text } from '../text.tsx';
import { FieldList } from './field-list.tsx';
import { TryIt } from './try-it.tsx';

type Props = {
  operation: Operation;
  baseUrl: string;
  /** Whether a request can be sent from the page. */
  canTry: boolean;
};

/** An endpoint: its description and fields on the left, an example on the right. */
export function OperationView({ operation, baseUrl, canTry }: Props) {
  const { id, method, path, summary, description, facts, body, parameters, reply, replyStatus, example } = operation;
  return (
    <section className="operation" aria-labelledby={id}>
      <div className="operation-text">
        <Heading id={id} text={summary} />
        <p className="endpoint">
          <span className={`method method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        {operation.deprecated && (
          <p className="note">
            <Text>{operation.deprecated}</Text>
          </p>
        )}
        <p>
          <Text>{description}</Text>
        </p>
        <ul className="facts">
          {facts.map((fact) => (
            <li key={fact}>
              <Text>{fact}</Text>
            </li>
          ))}
        </ul>
        {parameters.length > 0 && <FieldList title="Parameters" fields={parameters} />}
        {body && <FieldList title="Body" fields={body} />}
        <FieldList title={`Response ${replyStatus}`} fields={reply} isReply />
        <Problems problems={operation.problems} />
      </div>
      <div className="operation-code">
        <SamplesView about={summary} samples={operation.samples} />
        <CodeBlock
          label={`Response ${replyStatus}`}
          about={summary}
          language="json"
          code={JSON.stringify(example.reply, null, 2)}
        />
        {canTry && (
          <TryIt summary={summary} path={path} baseUrl={baseUrl} example={example} values={operation.pathValues} />
        )}
      </div>
    </section>
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
