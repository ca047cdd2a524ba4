export type EventRow = {
  id: string;
  eventId: string;
  gateway: string;
  type: string;
  reference: string | null;
  receivedAt: Date;
  handledAt: Date | null;
  lastError: string | null;
};
