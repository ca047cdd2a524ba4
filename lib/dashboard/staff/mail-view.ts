/** A mail that could not be delivered. */
export type MailRow = {
  id: string;
  recipient: string;
  /** The section and id of the recipient's page; null where there is none. */
  person: { section: 'creators' | 'donors'; id: string } | null;
  /** What it is about, for example `donation_thanks`. */
  template: string;
  createdAt: Date;
  attempts: number;
  lastError: string | null;
  /** It may have been delivered; `staff`: it is not sent again unless they say so. */
  inDoubt: 'again' | 'staff' | null;
  /** Its recipient is refused for good: it is not tried again unless staff say so. */
  isGivenUp: boolean;
};
