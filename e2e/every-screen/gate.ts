/** The screens in the gate; the whole suite looks at all of them. */
const GATE = new Set(['open-card', 'form-errors', 'declined-card', 'completed', 'dashboard-causes']);

/** The tag of a screen's test. */
export function tagOf({ name }: { name: string }): string[] {
  return GATE.has(name) ? ['@gate'] : [];
}
