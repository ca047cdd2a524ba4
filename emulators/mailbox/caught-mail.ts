/** A caught mail. `to` contains the envelope's recipients, who would have received it. */
export type CaughtMail = {
  id: string;
  /** Virtual time, ISO 8601. */
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; sizeBytes: number }[];
};
