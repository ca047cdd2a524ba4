import { z } from 'zod';
import { parseControlInput } from '#emulators/control-input.ts';

/** Behaviour of one tenant that control can change, except for failures of calls and webhooks. */
export type Switches = {
  /** PSE is listed without a bank. */
  emptyBankList: boolean;
  /** How long (virtual ms) `GET /v1/payments/search` shows the past. */
  searchLagMs: number;
  /** Refuse return addresses on this machine, as the real service does. */
  refuseLocalhost: boolean;
  /** The bank takes the money of a transfer that the API shows as cancelled or expired. */
  lateApproval: boolean;
  /** False: after paying, the payer stays on the gateway's page (as if they closed the tab). */
  returnToMerchant: boolean;
  /** True: a repeated refund answers 200 without a body, as measured with the real service. */
  emptyRefundReplay: boolean;
  /** Webhooks reach the application before the payer's browser is sent back. */
  webhookBeforeRedirect: boolean;
  /** The status of new refunds; `in_process` waits for control. */
  refunds: 'approved' | 'in_process' | 'rejected';
  /** True: the part of the fee that belongs to a refund is given back with it, as in some agreements. */
  returnFees: boolean;
  /** Which webhooks report a chargeback: the payment's, the chargeback's own, or both. */
  chargebackWebhooks: 'payment' | 'chargebacks' | 'both';
  /** The `type` of a chargeback's own webhooks: as it is documented today, or the short name of the legacy topic. */
  chargebackWebhookType: 'topic_chargebacks_wh' | 'chargebacks';
  /** How long (virtual ms) a report takes. */
  reportDelayMs: number;
  /** Legacy IPN posts: `off`; `on`, unless the address asks for webhooks only; `always`. */
  legacyIpn: 'off' | 'on' | 'always';
  /** Delay (virtual ms) between approval and release of a payment's money, also for earlier approvals. */
  moneyReleaseMs: number;
  /** What payments say of their release: by its date, a fixed word whatever the date, or nothing. */
  moneyReleaseStatus: 'by_date' | 'pending' | 'released' | 'absent';
  /** Kinds of objects that report to be live, although the token is a test token. */
  live: LiveKind[];
};

const LIVE_KINDS = ['payment', 'chargeback', 'preference', 'webhook'] as const;
type LiveKind = (typeof LIVE_KINDS)[number];

/** The switches of an emulator that behaves normally. */
export function normalSwitches(): Switches {
  return {
    emptyBankList: false,
    searchLagMs: 0,
    refuseLocalhost: false,
    lateApproval: false,
    returnToMerchant: true,
    emptyRefundReplay: false,
    webhookBeforeRedirect: false,
    refunds: 'approved',
    returnFees: false,
    chargebackWebhooks: 'payment',
    chargebackWebhookType: 'topic_chargebacks_wh',
    reportDelayMs: 0,
    legacyIpn: 'off',
    moneyReleaseMs: 14 * 86_400_000,
    moneyReleaseStatus: 'by_date',
    live: [],
  };
}

const input = z
  .strictObject({
    emptyBankList: z.boolean(),
    searchLagMs: z.int().min(0),
    refuseLocalhost: z.boolean(),
    lateApproval: z.boolean(),
    returnToMerchant: z.boolean(),
    emptyRefundReplay: z.boolean(),
    webhookBeforeRedirect: z.boolean(),
    refunds: z.enum(['approved', 'in_process', 'rejected']),
    returnFees: z.boolean(),
    chargebackWebhooks: z.enum(['payment', 'chargebacks', 'both']),
    chargebackWebhookType: z.enum(['topic_chargebacks_wh', 'chargebacks']),
    reportDelayMs: z.int().min(0),
    legacyIpn: z.enum(['off', 'on', 'always']),
    moneyReleaseMs: z.int().min(0),
    moneyReleaseStatus: z.enum(['by_date', 'pending', 'released', 'absent']),
    live: z.array(z.enum(LIVE_KINDS)),
  })
  .partial();

/** Applies a control call to the current switches; missing ones stay. Throws ControlError. */
export function changeSwitches(body: unknown, current: Switches): Switches {
  const changes = parseControlInput(input, body ?? {});
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return { ...current, ...given };
}
