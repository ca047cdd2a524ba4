import type { Field } from '#lib/http/reference.ts';
import { Text } from '../text.tsx';

type Props = {
  title: string;
  fields: Field[];
  notes: Readonly<Record<string, string>>;
  /** In an answer a field is there or may be absent; in a request it is required or optional. */
  isReply?: boolean;
};

/** Fields with their types and rules. */
export function FieldList({ title, fields, notes, isReply = false }: Props) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="fields">
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code> <span className="field-type">{field.type}</span>{' '}
              <Presence isRequired={field.isRequired} isReply={isReply} />
            </dt>
            <dd>
              <Note text={notes[field.name] || field.description} />
              {field.rules.length > 0 && (
                <p className="field-rules">
                  <Text>{`${capitalise(field.rules.join('; '))}.`}</Text>
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Presence({ isRequired, isReply }: { isRequired: boolean; isReply: boolean }) {
  if (isReply) return isRequired ? null : <span className="optional">may be absent</span>;
  return isRequired ? <span className="required">required</span> : <span className="optional">optional</span>;
}

function Note({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-note">
      <Text>{text}</Text>
    </p>
  );
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
