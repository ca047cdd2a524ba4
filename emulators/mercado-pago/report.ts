/** A requested settlement report: every movement of a period when it was made. Instants are virtual milliseconds. */
export type Report = {
  id: number;
  begin: number;
  end: number;
  createdAt: number;
  /** When it is ready; it covers movements up to then. */
  readyAt: number;
  fileName: string;
};
