import type { CollectedChart, PaymentRecord } from '#lib/payments/record-view.ts';
import type { OwnCauseHead } from './cause-view.ts';

/** The filters of a list of payments as its form shows them: empty where nothing is filtered. */
export type FilterView = {
  state: string;
  method: string;
  /** Days as forms write them, in `zone`. */
  from: string;
  to: string;
  text: string;
  zone: string;
};

/** A page of a creator's payments: of one cause, or of all of them. */
export type PaymentsView = {
  cause: OwnCauseHead | null;
  filter: FilterView;
  rows: PaymentRecord[];
  after: string | null;
  charts: CollectedChart[];
  /** Downloads everything that the filters leave. */
  exportPath: string;
};
