/** `release`: changes of the available balance. `settlement`: every movement when it was made. */
export const REPORT_KINDS = ['release', 'settlement'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** A requested report. Instants are virtual milliseconds. */
export type Report = {
  id: number;
  kind: ReportKind;
  begin: number;
  end: number;
  createdAt: number;
  /** When it is ready; it covers movements up to then. */
  readyAt: number;
  fileName: string;
};
