import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

export type FieldProps = {
  id: string;
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Announced when it changes: for example a suggestion. An empty place is kept for it. */
  live?: ReactNode;
};
type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'className'> & {
    onChange: (value: string) => void;
  };
type AreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'onChange' | 'className'> & {
    onChange: (value: string) => void;
  };

/** A text input with its label, error and hint. */
export function TextField({ id, label, error, hint, live, onChange, ...input }: TextProps) {
  return (
    <Field id={id} label={label} error={error} hint={hint} live={live}>
      <input
        type="text"
        {...input}
        {...attributes({ id, error, hint, live })}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** Several lines of text with their label, error and hint. */
export function TextArea({ id, label, error, hint, live, onChange, ...area }: AreaProps) {
  return (
    <Field id={id} label={label} error={error} hint={hint} live={live}>
      <textarea
        {...area}
        {...attributes({ id, error, hint, live })}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** A label, an error and a hint around the control of a field. */
export function Field({ id, label, error, hint, live, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {live !== undefined && (
        <p className="hint" id={`${id}-live`} aria-live="polite">
          {live}
        </p>
      )}
    </div>
  );
}

/** The attributes of that control. */
export function attributes({ id, error, hint, live }: Omit<FieldProps, 'label'>) {
  const described = [
    error !== undefined && `${id}-error`,
    hint !== undefined && `${id}-hint`,
    live !== undefined && error === undefined && `${id}-live`,
  ].filter((part) => part !== false);
  return {
    id,
    className: 'input',
    'aria-invalid': error !== undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}
