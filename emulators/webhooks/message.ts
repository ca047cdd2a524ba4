/** A webhook to deliver. Its signature is computed for each attempt, as the real gateways do. */
export type WebhookMessage = {
  /** The gateway's event id. */
  id: string;
  type: string;
  /** The account it belongs to, by which the signer finds the secret. */
  account: string;
  /** Empty: the account has no endpoint. */
  url: string;
  body: string;
  /** The application's own references to the payment, as the gateway stores them. */
  references?: string[];
};

/**
 * The headers of one attempt. `variant` is the channel's `signature` switch, `valid` by default. `nowMs` is real time, not virtual: receivers compare a
 * signature's timestamp with their own clock, which control cannot move.
 */
export type SignWebhook = (
  message: WebhookMessage,
  attempt: { nowMs: number; variant: string },
) => Record<string, string>;

/** One attempt (or the reason that there was none), as control's `deliveries` lists it. */
export type Delivery = {
  id: string;
  type: string;
  account: string;
  url: string;
  attempt: number;
  /** HTTP status; 0 when nothing answered; null when it was dropped. */
  status: number | null;
  /** Virtual time, ISO 8601. */
  at: string;
  error?: string;
};
