/**
 * Loads the script of what follows a payment (`after-payment.tsx`). It is asked for as soon as a donor can pay, so that
 * nobody waits for it afterwards, or is left without it. Called from everywhere: each `import()` makes a file of its own.
 */
export const loadAfterPayment = () => import('./after-payment.tsx');
