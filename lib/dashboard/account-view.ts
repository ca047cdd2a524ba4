/** A passkey of the viewer, with the browser in which it was added. */
export type PasskeyView = {
  id: string;
  browser: string;
  system: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** A session in the viewer's own list. Browser and system are empty if unknown. */
export type SessionView = {
  id: string;
  browser: string;
  system: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The current session. */
  isThis: boolean;
};
