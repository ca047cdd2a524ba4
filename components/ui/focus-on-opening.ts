/**
 * Moves the focus to an element of a page that opens, so that a screen reader reads it: loading a page announces nothing.
 * Scripts may load late: a reader who has begun to type by then is not interrupted.
 */
export function focusOnOpening(element: HTMLElement | null | undefined): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) element?.focus();
}
