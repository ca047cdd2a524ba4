/** A donor's message as its cause's creator reads it. */
export type DonorMessage = {
  paymentId: string;
  name: string | null;
  text: string;
  /** When it was paid, UTC. */
  at: string;
  isHidden: boolean;
  /** Who has hidden it, by the audit log: an account. Null where nobody has. */
  hiddenBy: string | null;
  /** Whether its donation still counts: the message of one that was refunded in full is on no page. */
  counts: boolean;
};
