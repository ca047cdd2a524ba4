/** The kinds of work that wait for staff, the most urgent first. */
export const WORK_KINDS = [
  ...(['disputes', 'failedRefunds', 'refundsDue', 'ledger', 'reconciliation'] as const),
  ...(['toDecide', 'toSend', 'toRecord', 'bankAccounts', 'approvals', 'causes', 'mails', 'events'] as const),
] as const;
export type WorkName = (typeof WORK_KINDS)[number];

/** Work of one kind that waits. */
export type WorkItem = {
  name: WorkName;
  count: number;
  /** Since when the oldest waits; of disputes, the next deadline. Null where that is not known. */
  at: Date | null;
};

/** The first page of staff. */
export type Overview = {
  /** Only what there is. */
  work: WorkItem[];
  clients: number;
  /** Causes that take donations. */
  collecting: number;
  /** One staff member can do alone what otherwise needs two. */
  isSingleStaff: boolean;
};
