/*
 * What was typed or chosen before the page's scripts ran, or filled in by the browser: React leaves it in the fields and tells of
 * no change, so the next render would put the old values back. The part of a method, whose script comes later, may be made anew
 * by then, so what is typed until it takes its own is recorded.
 */

/** A text area has what is read of an input. */
type Control = HTMLInputElement | HTMLSelectElement;

/** By the id of a field, or the name of a group of radio buttons; only what is not as the server rendered it. */
type EarlyInput = Readonly<Record<string, string>>;
let early: EarlyInput = {};

/** Reads a form that has just been mounted, and records what is typed from now on. */
export function readEarlyInput(form: HTMLFormElement): EarlyInput {
  const found: Record<string, string> = {};
  const record = (field: Control) => {
    found[field.type === 'radio' ? field.name : field.id] = field.value;
  };
  [...form.querySelectorAll<Control>('input, textarea, select')].filter(isChanged).forEach(record);
  // Before React, which stops the events of a part that it has not made interactive yet.
  window.addEventListener('input', ({ target }) => record(target as Control), true);
  early = found;
  return found;
}

/** What was read and recorded, once: the caller sees every later change itself. */
export function takeEarlyInput(): EarlyInput {
  const taken = early;
  early = {};
  return taken;
}

function isChanged(field: Control): boolean {
  if ('options' in field) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field.type === 'radio') return field.checked && !field.defaultChecked;
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
