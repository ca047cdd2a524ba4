/** The screens in the gate; the whole suite looks at all of them. */
const GATE = new Set(['open-card', 'form-errors', 'declined-card', 'completed', 'dashboard-causes']);

/** Whether every change has to pass a screen's test. */
export function isInGate({ name }: { name: string }): boolean {
  return GATE.has(name);
}
