/*
 * What was typed or chosen before the page's scripts ran, or filled in by the browser: React leaves it in the fields and tells of
 * no change, so the next render would put the old values back. It is read once, before any such render: the part of a method,
 * whose script comes later, may be made anew by then.
 */

/** A text area has what is read of an input. */
type Control = HTMLInputElement | HTMLSelectElement;

/** By the id of a field, or the name of a group of radio buttons; only what is not as the server rendered it. */
export type EarlyInput = Readonly<Record<string, string>>;
let early: EarlyInput = {};

/** Reads a form that has just been mounted. */
export function readEarlyInput(form: HTMLFormElement): EarlyInput {
  const changed = [...form.querySelectorAll<Control>('input, textarea, select')].filter(isChanged);
  early = Object.fromEntries(
    changed.map((field) => [field.type === 'radio' ? field.name : field.id, field.value]),
  );
  return early;
}

/** What was read. */
export function earlyInput(): EarlyInput {
  return early;
}

function isChanged(field: Control): boolean {
  if ('options' in field) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field.type === 'radio') return field.checked && !field.defaultChecked;
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
