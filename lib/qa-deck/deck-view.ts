import type { LinkStatus } from '#lib/checkout-links/status.ts';
import type { PaymentState } from '#lib/payments/states.ts';
import type { PaymentStatus } from '#lib/payments/views/record-view.ts';
import type { TrailEntry } from '#lib/payments/views/trail-view.ts';

/** The state of a gateway's emulator for one link. */
export type DeckGateway = {
  /** The name stored with payments, and in the emulators' control: `stripe`, `mercado-pago-co`. */
  name: string;
  isDown: boolean;
  webhooks: string;
  /** How many webhooks about this link are held. */
  held: number;
  /** Of the card processor: how its script loads, and the forced outcome of the next payment. */
  script?: string;
  forced?: string | null;
  payments: { id: string; status: string; detail?: string }[];
};

/** The state of a payment; of an approved one also what became of it (as lists of donations show it). */
export type DeckPaymentStatus = PaymentState | PaymentStatus;

/** The data of the QA deck about a link. */
export type DeckView = {
  /** `unsettled`: past its expiry with a live attempt; the next read of the status ends it. */
  status: LinkStatus | 'unsettled';
  gateways: DeckGateway[];
  /** Our own payments of the link, oldest first. */
  payments: { id: string; status: DeckPaymentStatus }[];
  trail: TrailEntry[];
};
