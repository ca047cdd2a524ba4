import { type RefObject, useLayoutEffect } from 'react';

/** The heading of the section in which a method's form is, comes and goes. */
export const PAYMENT_TITLE_ID = 'payment-title';

/** When a part of the payment section disappears with the focus in it, the section's heading takes the focus. */
export function useFocusFallback(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = part.current;
    return () => {
      if (node?.contains(document.activeElement)) document.getElementById(PAYMENT_TITLE_ID)?.focus();
    };
  }, [part]);
}
