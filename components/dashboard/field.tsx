import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { fieldId, formErrorText } from './form-error.ts';

type FieldProps = {
  page: PageView;
  /** The action of the form, whose errors and typed values the field shows. */
  action: string;
  name: string;
  label: string;
  hint?: string;
  /** The initial value. A form that comes back keeps what was typed. */
  value?: string;
  isRequired?: boolean;
  /** Tells it from the same field of another form of the page. */
  scope?: string | undefined;
};
type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'defaultValue' | 'id' | 'className' | 'required'>;
type AreaProps = FieldProps &
  Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'name' | 'value' | 'defaultValue' | 'id' | 'className' | 'required'
  >;
type SelectProps = FieldProps & { options: readonly { value: string; label: string; isName?: boolean }[] };
type CheckProps = Omit<FieldProps, 'value' | 'isRequired'> & { isChecked?: boolean; value?: string };

/** A one-line text field of a dashboard form. */
export function TextField(props: InputProps) {
  const { page, action, name, label, hint, value, isRequired, scope, ...input } = props;
  const { id, typed, described } = stateOf(props);
  return (
    <Frame {...props}>
      <input type="text" {...input} {...described} id={id} name={name} className="input" defaultValue={typed} />
    </Frame>
  );
}

/** A file. A form that comes back does not keep it. */
export function FileField(props: FieldProps & { accept: string }) {
  const { id, described } = stateOf(props);
  return (
    <Frame {...props}>
      <input type="file" {...described} id={id} name={props.name} accept={props.accept} className="input" />
    </Frame>
  );
}

/** A text field of several lines. */
export function TextArea(props: AreaProps) {
  const { page, action, name, label, hint, value, isRequired, scope, ...area } = props;
  const { id, typed, described } = stateOf(props);
  return (
    <Frame {...props}>
      <textarea rows={6} {...area} {...described} id={id} name={name} className="input" defaultValue={typed} />
    </Frame>
  );
}

/**
 * A choice from a list. Where nothing is chosen yet, or what the list no longer has, none is: a browser would choose the first
 * in its place. The only choice that there is needs no choosing.
 */
export function SelectField(props: SelectProps) {
  const { id, typed = '', described } = stateOf(props);
  const [only, ...others] = props.options;
  const chosen = typed === '' && others.length === 0 && only ? only.value : typed;
  const isOffered = props.options.some(({ value }) => value === chosen);
  return (
    <Frame {...props}>
      <select {...described} id={id} name={props.name} className="input" defaultValue={isOffered ? chosen : ''}>
        {!isOffered && <option value="">{translatorFor(props.page.locale)('newCause.choose')}</option>}
        {props.options.map((option) => (
          <option key={option.value} value={option.value} translate={option.isName ? 'no' : undefined}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A checkbox; with a `value`, one of several with the same name. */
export function CheckField({ page, action, name, label, hint, isChecked = false, value = 'on' }: CheckProps) {
  const t = translatorFor(page.locale);
  const refused = refusedForm(page, action);
  const id = value === 'on' ? fieldId(action, name) : `${fieldId(action, name)}-${value.replace(/\W/g, '-')}`;
  // One of several boxes has its error at their group.
  const error = value === 'on' ? refused?.errors.find(({ field }) => field === name) : undefined;
  const described = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const isOn = refused ? [refused.values[name] ?? []].flat().includes(value) : isChecked;
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        defaultChecked={isOn}
        aria-invalid={error ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {formErrorText(t, error)}
        </p>
      )}
    </div>
  );
}

function refusedForm(page: PageView, action: string) {
  return page.result?.kind === 'refused' && page.result.action === action ? page.result : undefined;
}

function stateOf({ page, action, name, value = '', hint, isRequired = false, scope }: FieldProps) {
  const id = scope === undefined ? fieldId(action, name) : `${fieldId(action, name)}-${scope}`;
  const refused = refusedForm(page, action);
  const error = refused?.errors.find(({ field }) => field === name);
  const ids = [error && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  const described = {
    'aria-describedby': ids === '' ? undefined : ids,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': isRequired ? (true as const) : undefined,
  };
  return { id, error, described, typed: [refused?.values[name] ?? value].flat()[0] };
}

function Frame({ children, ...props }: FieldProps & { children: ReactNode }) {
  const { page, label, hint, isRequired } = props;
  const t = translatorFor(page.locale);
  const { id, error } = stateOf(props);
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
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {formErrorText(t, error)}
        </p>
      )}
    </div>
  );
}
