/** Where a tab keeps what was typed for a link (`draft.ts`). */
export function draftKey(linkId: string): string {
  return `payer:${linkId}`;
}

/** Once the donation is there, nothing is kept any more. Apart from the form, which most pages never load. */
export function forgetDraft(linkId: string): void {
  try {
    sessionStorage.removeItem(draftKey(linkId));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
