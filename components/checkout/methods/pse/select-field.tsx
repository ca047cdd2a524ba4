import type { ReactNode, SelectHTMLAttributes } from 'react';
import { attributes, Field, type FieldProps } from '../../field.tsx';

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'onChange' | 'className'> & {
    onChange: (value: string) => void;
    children: ReactNode;
  };

/** A choice from a list with its label, error and hint. */
export function SelectField({ id, label, error, hint, live, onChange, children, ...select }: SelectProps) {
  return (
    <Field id={id} label={label} error={error} hint={hint} live={live}>
      <select {...select} {...attributes({ id, error, hint, live })} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </Field>
  );
}
