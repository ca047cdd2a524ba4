/** The donor's payment methods (specification 1.3): each is a kind of rail (lib/rails/port/rail.ts). */
export const PAYMENT_METHODS = ['card', 'bank_transfer', 'wallet'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
