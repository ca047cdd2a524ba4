/** The storage key of a link's draft (`draft.ts`). */
export function draftKey(linkId: string): string {
  return `payer:${linkId}`;
}

/** Deletes the draft once the link has ended. In a file apart from the form, which most pages never load. */
export function forgetDraft(linkId: string): void {
  try {
    sessionStorage.removeItem(draftKey(linkId));
  } catch {
    // Without storage there is nothing to delete.
  }
}
