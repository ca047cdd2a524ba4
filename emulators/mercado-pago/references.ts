/**
 * The references that control knows something by: its own, and what comes before its last hyphen. An application whose orders say
 * more than one thing in their only reference names the common part first.
 */
export function referencesIn(externalReference: string | null | undefined): string[] {
  if (!externalReference) return [];
  const before = externalReference.slice(0, Math.max(0, externalReference.lastIndexOf('-')));
  return before === '' ? [externalReference] : [externalReference, before];
}
