import type { LinkStatus } from '#lib/checkout-links/status.ts';
import type { TrailEntry } from '#lib/payments/trail-view.ts';

/** How a gateway's emulator stands towards one link. */
export type DeckGateway = {
  /** The name stored with payments, and in the emulators' control: `stripe`, `mercado-pago-co`. */
  name: string;
  isDown: boolean;
  webhooks: string;
  /** Webhooks about this link that are kept back. */
  held: number;
  /** Of the card processor: how its script loads, and what the next payment is made to come to. */
  script?: string;
  forced?: string | null;
  payments: { id: string; status: string; detail?: string }[];
};

/** All that QA's deck shows of a link. */
export type DeckView = {
  /** `unsettled`: past its expiry with a live attempt; whoever asks for the status settles it. */
  status: LinkStatus | 'unsettled';
  gateways: DeckGateway[];
  trail: TrailEntry[];
};
