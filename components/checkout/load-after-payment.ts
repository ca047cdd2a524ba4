/** Loads the script of `after-payment.tsx`. The only `import()` of it: each one would make a file of its own. */
export const loadAfterPayment = () => import('./after-payment.tsx');

/**
 * Loads it ahead, once the donor uses the form, so that it is there after the payment. If that fails, it is loaded again
 * when it is shown.
 */
export function prepareAfterPayment(): void {
  loadAfterPayment().catch(() => {});
}
