import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { faultText } from './result-notice.tsx';

type Around = {
  page: PageView;
  /** The action of the form it stands in: whose faults and typed values it shows. */
  action: string;
  name: string;
  label: string;
  hint?: string;
  /** Its value unless the form comes back with another. */
  value?: string;
  isRequired?: boolean;
};
type InputProps = Around &
  Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'value' | 'defaultValue' | 'id' | 'className' | 'required'
  >;
type AreaProps = Around &
  Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'name' | 'value' | 'defaultValue' | 'id' | 'className' | 'required'
  >;
type SelectProps = Around & { options: readonly { value: string; label: string }[] };
type CheckProps = Omit<Around, 'value' | 'isRequired'> & { isChecked?: boolean; value?: string };

/** One line of text, in a form of the dashboard. */
export function TextField(props: InputProps) {
  const { page, action, name, label, hint, value, isRequired, ...input } = props;
  const { id, typed, described } = stateOf(props);
  return (
    <Frame {...props}>
      <input
        type="text"
        {...input}
        {...described}
        id={id}
        name={name}
        className="input"
        defaultValue={typed}
      />
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea(props: AreaProps) {
  const { page, action, name, label, hint, value, isRequired, ...area } = props;
  const { id, typed, described } = stateOf(props);
  return (
    <Frame {...props}>
      <textarea
        rows={6}
        {...area}
        {...described}
        id={id}
        name={name}
        className="input"
        defaultValue={typed}
      />
    </Frame>
  );
}

/** One of a list. */
export function SelectField(props: SelectProps) {
  const { id, typed, described } = stateOf(props);
  return (
    <Frame {...props}>
      <select {...described} id={id} name={props.name} className="input" defaultValue={typed}>
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Yes or no; or, with a value, one of several with the same name. */
export function CheckField({ page, action, name, label, hint, isChecked = false, value = 'on' }: CheckProps) {
  const refused = refusedForm(page, action);
  const id = value === 'on' ? fieldId(action, name) : `${fieldId(action, name)}-${value.replace(/\W/g, '-')}`;
  const isOn = refused ? [refused.values[name] ?? []].flat().includes(value) : isChecked;
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        defaultChecked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The id of a field's control: links from the list of faults lead to it. */
export function fieldId(action: string, name: string): string {
  return `${action}-${name}`.replace(/\W+/g, '-');
}

function refusedForm(page: PageView, action: string) {
  return page.result?.kind === 'refused' && page.result.action === action ? page.result : undefined;
}

function stateOf({ page, action, name, value = '', hint, isRequired = false }: Around) {
  const id = fieldId(action, name);
  const refused = refusedForm(page, action);
  const fault = refused?.faults.find(({ field }) => field === name);
  const ids = [fault && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const described = {
    'aria-describedby': ids === '' ? undefined : ids,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-required': isRequired ? (true as const) : undefined,
  };
  return { id, fault, described, typed: [refused?.values[name] ?? value].flat()[0] };
}

function Frame({ children, ...props }: Around & { children: ReactNode }) {
  const { page, label, hint, isRequired } = props;
  const t = translatorFor(page.locale);
  const { id, fault } = stateOf(props);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isRequired !== true && <span className="field-optional"> ({t('dashboard.form.optional')})</span>}
      </label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {fault && (
        <p className="field-error" id={`${id}-error`}>
          {faultText(t, fault)}
        </p>
      )}
    </div>
  );
}
