import type { Cause } from '../client.ts';
import type { ForcedOutcome, PaymentStatus } from './outcomes.ts';

/** A link, or anything else with its id. */
export type LinkRef = { id: string };

/** How the webhooks about a link are delivered; `delay` by ten seconds, `hold` until they are released. */
export type WebhookMode = 'deliver' | 'drop' | 'double' | 'delay' | 'hold';

/** The gateways and the service's own books about one link. */
export type LinkState = {
  /** `unsettled`: it has expired, and a payment may still arrive. */
  status: 'open' | 'completed' | 'expired' | 'cancelled' | 'unsettled';
  /** Each gateway's own payments of the link, in its own words: `requires_action`, `succeeded`, `in_process`, … */
  gateways: { name: string; isDown: boolean; held: number; payments: { id: string; status: string }[] }[];
  /** The service's payments of the link, oldest first. */
  payments: { id: string; status: PaymentStatus }[];
};

/** A partner for tests, with a key of every permission and a published cause for each country. */
export type TestPartner = {
  api_key: string;
  causes: Record<Country, TestCause>;
  mailbox_url: string;
};
/** Where causes are: in the United States and Brazil donors pay by card, in Colombia also by bank transfer, in Mexico by wallet. */
export type Country = 'US' | 'BR' | 'CO' | 'MX';
export type TestCause = {
  key: string;
  slug: string;
  url: string;
  title: string;
  goal: { amount: number; currency: string };
};

export type Gateway = ReturnType<typeof gatewayAt>;

/**
 * What the emulated gateways do about a link, and what the service does early: the QA deck of a deployment without real keys.
 * All of it is about one link, so tests can run at the same time.
 * @param baseUrl of the service, without a slash at the end
 */
export function gatewayAt(baseUrl: string) {
  async function act({ id: ref }: LinkRef, action?: object): Promise<LinkState> {
    return postJson<LinkState>(`${baseUrl}/qa`, { ref, ...(action && { action }) });
  }

  return {
    /** The state of a link at the gateways and in the service's books. */
    stateOf: (link: LinkRef) => act(link),
    /** Forces the next card payment, whatever card is typed; `null` removes it. */
    forceCard: (link: LinkRef, outcome: ForcedOutcome | null) => act(link, { kind: 'force_card', outcome }),
    /** Answers the bank's 3-D Secure question in the donor's place. */
    answerBank: (link: LinkRef, outcome: 'complete' | 'fail') => act(link, { kind: 'answer_challenge', outcome }),
    /** Ends a card payment in processing. */
    settleCard: (link: LinkRef, outcome: 'succeeded' | 'failed') => act(link, { kind: 'settle_card', outcome }),
    /** Decides a bank transfer or wallet payment that was started. `approve_late`: one that was given up. */
    decide: (link: LinkRef, outcome: 'approve' | 'reject' | 'approve_late') => act(link, { kind: 'decide', outcome }),
    /** How webhooks about the link are delivered from now on. */
    webhooks: (link: LinkRef, mode: WebhookMode) => act(link, { kind: 'webhooks', mode }),
    /** Delivers the webhooks that were held. */
    releaseWebhooks: (link: LinkRef) => act(link, { kind: 'release_webhooks' }),
    /** The gateways hang up on everything about the link. */
    goDown: (link: LinkRef) => act(link, { kind: 'gateway', up: false }),
    comeBack: (link: LinkRef) => act(link, { kind: 'gateway', up: true }),
    /** Gives the donation back, as the service's staff can at the gateway. */
    refund: (link: LinkRef) => act(link, { kind: 'refund' }),
    /** The donor's bank disputes the donation. */
    dispute: (link: LinkRef) => act(link, { kind: 'dispute' }),
    /** Cancels the link, as the service's staff can. */
    cancel: (link: LinkRef) => act(link, { kind: 'cancel' }),
    /** Expires the link now. */
    expire: (link: LinkRef) => act(link, { kind: 'expire' }),
  };
}

/** Makes a partner for tests at a service. @throws Error where the service has no QA deck */
export function newPartner(baseUrl: string): Promise<TestPartner> {
  return postJson<TestPartner>(`${baseUrl}/qa/partner`, {});
}

/** Publishes a cause in place of its owner. @throws Error where the service has no QA deck, or no such cause */
export function publishAt(baseUrl: string, { key }: { key: string }): Promise<Cause> {
  return postJson<Cause>(`${baseUrl}/qa/publish`, { cause: key });
}

async function postJson<Body>(url: string, body: object): Promise<Body> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Body;
  const why =
    response.status === 404 && !text.startsWith('{')
      ? 'The test kit needs a service with emulated gateways on this machine; this one has none.'
      : text;
  throw new Error(`POST ${url} ${JSON.stringify(body)} answered ${response.status}. ${why}`);
}
