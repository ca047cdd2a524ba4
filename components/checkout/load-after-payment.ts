/** Loads the script of what follows a payment (`after-payment.tsx`). For every use: each `import()` makes a file of its own. */
export const loadAfterPayment = () => import('./after-payment.tsx');

/**
 * Loads it ahead, once a donor has begun with the form: after the payment nobody waits for it, or is left without it.
 * Should it not come, it is asked for again when it is shown.
 */
export function prepareAfterPayment(): void {
  loadAfterPayment().catch(() => {});
}
