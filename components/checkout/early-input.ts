import type { Details } from './check-details.ts';
import { FIELD_IDS } from './error-text.ts';

// What was typed or chosen before the page's scripts ran, or filled in by the browser: React leaves it in the fields and tells of
// no change, so the next render would put the old values back. To be read once the fields are mounted, before any such render.

/** What the text field with this id holds, where that is not what the server rendered. */
export function typedEarly(id: string): string | undefined {
  const field = document.getElementById(id) as HTMLInputElement | null;
  return field?.value === field?.defaultValue ? undefined : field?.value;
}

/** The value of the chosen one of the radio buttons with this name; undefined where there is none. */
export function chosenOf(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value;
}

/** The donor's details that were typed early. */
export function earlyDetails(): Partial<Details> {
  const early: Partial<Details> = {};
  for (const field of ['name', 'email', 'message'] as const) {
    const typed = typedEarly(FIELD_IDS[field]);
    if (typed !== undefined) early[field] = typed;
  }
  const box = document.querySelector<HTMLInputElement>('#anonymous');
  if (box && box.checked !== box.defaultChecked) early.anonymous = box.checked;
  return early;
}
