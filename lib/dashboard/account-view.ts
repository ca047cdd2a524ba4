/** A passkey of one's own, by the browser in which it was added. */
export type PasskeyView = {
  id: string;
  browser: string;
  system: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** A session as its holder sees it in the list of their own. Browser and system are empty where it does not say. */
export type SessionView = {
  id: string;
  browser: string;
  system: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The one that asks. */
  isThis: boolean;
};
