import type { Field } from '#lib/docs/reference.ts';
import { Text } from '../text.tsx';

type Props = {
  title: string;
  fields: Field[];
  /** Response fields are present or optional, request fields required or optional. */
  isReply?: boolean;
};

/** Fields with their types and rules. Each has an anchor and can be collapsed; those of an object are within it. */
export function FieldList({ title, fields, isReply = false }: Props) {
  return (
    <>
      <h3>{title}</h3>
      <div className="fields">
        {nested(fields).map((node) => (
          <FieldView key={node.field.id} node={node} isReply={isReply} />
        ))}
      </div>
    </>
  );
}

type Node = { field: Field; children: Node[] };

/** The tree of dotted names; a field comes after the one that it belongs to. */
function nested(fields: readonly Field[]): Node[] {
  const roots: Node[] = [];
  const nodes: Node[] = [];
  for (const field of fields) {
    const node: Node = { field, children: [] };
    const parent = nodes.findLast(
      ({ field: { name } }) => field.name.startsWith(`${name}.`) || field.name.startsWith(`${name}[].`),
    );
    (parent?.children ?? roots).push(node);
    nodes.push(node);
  }
  return roots;
}

function FieldView({ node: { field, children }, isReply }: { node: Node; isReply: boolean }) {
  const { id, name, type, isRequired, description, rules } = field;
  return (
    <div className="field-row" id={id}>
      <details className="field" open>
        <summary>
          <code>{name}</code> <span className="field-type">{type}</span>{' '}
          <Presence isRequired={isRequired} isReply={isReply} />
        </summary>
        {description && (
          <p className="field-note">
            <Text>{description}</Text>
          </p>
        )}
        {rules.length > 0 && (
          <p className="field-rules">
            <Text>{`${capitalise(rules.join('; '))}.`}</Text>
          </p>
        )}
        {children.length > 0 && (
          <details className="field-children">
            <summary>
              {children.length === 1 ? '1 field' : `${children.length} fields`} of <code>{name}</code>
            </summary>
            <div className="fields">
              {children.map((child) => (
                <FieldView key={child.field.id} node={child} isReply={isReply} />
              ))}
            </div>
          </details>
        )}
      </details>
      <a className="anchor field-anchor" href={`#${id}`} aria-label={`Link to: ${name}`}>
        #
      </a>
    </div>
  );
}

function Presence({ isRequired, isReply }: { isRequired: boolean; isReply: boolean }) {
  if (isReply) return isRequired ? null : <span className="optional">may be absent</span>;
  return isRequired ? <span className="required">required</span> : <span className="optional">optional</span>;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
