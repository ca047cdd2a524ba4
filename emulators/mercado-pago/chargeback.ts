/** The status of a chargeback, as in the payment's `status_detail`: open, lost, won. */
export const CHARGEBACK_STATUSES = ['in_process', 'settled', 'reimbursed'] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];

/** A chargeback as the emulator stores it. Instants are virtual milliseconds, the amount is in major units. */
export type Chargeback = {
  /** Eighteen digits, more than a number holds. */
  id: string;
  paymentId: number;
  amount: number;
  status: ChargebackStatus;
  createdAt: number;
  updatedAt: number;
  /** Until when documents are accepted. */
  deadlineAt: number;
};
