/*
 * What was typed or chosen before a form became interactive, or filled in by the browser: React leaves it in the fields and tells
 * of no change, so the next render would put the old values back.
 */

/** A text area has what is read of an input. */
type Control = HTMLInputElement | HTMLSelectElement;

/** By the id of a field, or the name of a group of radio buttons; only what is not as the server rendered it. */
type EarlyInput = Readonly<Record<string, string>>;

/** Reads the fields inside an element. To be called by the layout effect of what React has just made interactive. */
export function readEarlyInput(element: HTMLElement): EarlyInput {
  const fields = [...element.querySelectorAll<Control>('input, textarea, select')].filter(isChanged);
  return Object.fromEntries(fields.map((field) => [field.type === 'radio' ? field.name : field.id, field.value]));
}

function isChanged(field: Control): boolean {
  // A select that React made in the browser has no option which is selected by default.
  if ('options' in field) return [...field.options].some((one) => one.defaultSelected && !one.selected);
  if (field.type === 'radio') return field.checked && !field.defaultChecked;
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
