import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';

type Around = { id: string; label: string; error?: string | undefined; hint?: string | undefined };
type TextProps = Around &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange' | 'className'> & {
    onChange: (value: string) => void;
  };
type SelectProps = Around &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'onChange' | 'className'> & {
    onChange: (value: string) => void;
    children: ReactNode;
  };

/** A line of text with its label, what is wrong with it, and a hint. */
export function TextField({ id, label, error, hint, onChange, ...input }: TextProps) {
  return (
    <Frame {...{ id, label, error, hint }}>
      <input
        type="text"
        {...input}
        id={id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  );
}

/** A choice from a list, in the same frame. */
export function SelectField({ id, label, error, hint, onChange, children, ...select }: SelectProps) {
  return (
    <Frame {...{ id, label, error, hint }}>
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, error, hint)}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </Frame>
  );
}

function Frame({ id, label, error, hint, children }: Around & { children: ReactNode }) {
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
    </div>
  );
}

function describedBy(id: string, error: string | undefined, hint: string | undefined): string | undefined {
  const ids = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
