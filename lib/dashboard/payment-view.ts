import type { ChartPeriod, CollectedChart, PaymentRecord } from '#lib/payments/views/record-view.ts';
import type { OwnCauseHeader } from './cause-view.ts';

/** The filters of a list of payments as its form shows them: empty if not set. */
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
  cause: OwnCauseHeader | null;
  filter: FilterView;
  rows: PaymentRecord[];
  after: string | null;
  /** The periods of its charts. */
  by: ChartPeriod;
  charts: CollectedChart[];
  /** Where the CSV file is downloaded. */
  exportPath: string;
  /** The URL of the CSV file of the donors who can be thanked, with the same filters. */
  thanksPath: string;
};
