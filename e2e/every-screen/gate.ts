/** The screens that every change has to pass; `npm test` looks at all of them. */
const GATE = new Set(['open-card', 'form-errors', 'declined-card', 'completed', 'dashboard-causes']);

/** The tag of a screen's test. */
export function tagOf({ name }: { name: string }): string[] {
  return GATE.has(name) ? ['@gate'] : [];
}
