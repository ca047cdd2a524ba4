import { setTimeout as pause } from 'node:timers/promises';
import { causeUrl } from '#lib/causes/present.ts';
import { acceptance, isPubliclyVisible } from '#lib/causes/states.ts';
import type { PublicLinkReply } from '#lib/checkout-links/contract.ts';
import { linkNotFound } from '#lib/checkout-links/not-found.ts';
import { checkoutUrl, presentPublicLink } from '#lib/checkout-links/present.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { presentRecipient } from '#lib/clients/recipient.ts';
import { isDatabaseUnavailable } from '#lib/database-errors.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { type FoundLink, findLinkContext, findLinkWithContext } from '#lib/hot-queries/find-link.ts';
import { amountWords } from '#lib/i18n/amount-words.ts';
import { log } from '#lib/log.ts';
import { offeredMethods, redirectRailsOf } from '#lib/payments/attempts/methods.ts';
import { declineLock, isSuspectedCardTesting } from '#lib/payments/card-testing/decline-limits.ts';
import { isFromBrowser } from '#lib/payments/donor-browser.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { findCurrentLink, withCurrentStatus } from '#lib/payments/sync/end-link.ts';
import { syncLink, waitForRunningSync } from '#lib/payments/sync/sync-payment.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { RedirectRail } from '#lib/rails/port/rail.ts';
import { cardRailFor } from '#lib/rails/registry.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import { traceLink } from '#lib/trace.ts';
import type { Payment } from '#prisma/generated/client.ts';
import type { CheckoutView, ConfirmationView, RedirectMethodView } from './checkout-view.ts';
import { paymentProgress, refundNotice } from './payment-progress.ts';

/** The choices shown to a browser that has entered nothing. */
const AS_MINTED = {
  donorAmount: null,
  donorName: null,
  donorEmail: null,
  donorAnonymous: null,
  donorMessage: null,
};

/**
 * Everything the hosted page of a link shows; null where there is no such link. What a donor entered is shown only to the
 * browser that sent it; any other browser sees what was minted, and of a completed link no amount, no payment and no address
 * of the partner (rulings 60, 68).
 * @param secret the one that the browser has for this link
 * @throws Problem 503 when the link is past its expiry and the gateway of a live attempt cannot be reached.
 */
export async function checkoutView(ref: string, now: Date, secret?: string): Promise<CheckoutView | null> {
  const link = await findCurrentLink(ref, now);
  if (!link) return null;
  const isSynced = isConfirming(link, now, secret) && (await syncInTime(link));
  return viewOf(isSynced ? await reloadLink(link, now) : link, now, secret);
}

async function viewOf(link: FoundLink, now: Date, secret: string | undefined): Promise<CheckoutView> {
  traceLink(link.id);
  const context = await findLinkContext(link);
  const { cause } = context;
  const chosen = isFromBrowser(link, secret) ? link : AS_MINTED;
  const shown = presentPublicLink(link, context);
  const payments = await findPayments(link);
  const isPaidElsewhere = link.approved !== null && !isPaidFrom(payments, secret);
  return {
    link: isPaidElsewhere ? withoutPayment(shown) : shown,
    url: checkoutUrl(link.id),
    amountToPay: chosen.donorAmount ?? link.amount,
    acceptance: acceptance(cause, now),
    methods: offeredMethods(cause.country, link, now),
    cardBounds: cardRailFor(cause.country)?.offer(link.currency) ?? null,
    redirects: await Promise.all(redirectRailsOf(cause.country, link, now).map(presentRedirect)),
    ...paymentProgress(payments),
    confirming: linkStatus(link) === 'open' && isConfirming(link, now, secret),
    prefill: {
      // Only while open (ruling 49): a later visitor learns nothing about the donor.
      ...(linkStatus(link) === 'open'
        ? {
            email: chosen.donorEmail ?? link.email ?? '',
            name: chosen.donorName ?? '',
            message: chosen.donorMessage ?? '',
          }
        : { email: '', name: '', message: '' }),
      anonymous: chosen.donorAnonymous ?? link.anonymous ?? false,
    },
    amountWords: amountWords(link.currency),
    country: cause.country,
    trust: presentRecipient(context.branding, { feePercent: link.feePercent, feeModel: cause.feeModel }),
    causeUrl: isPubliclyVisible(cause.state) ? causeUrl(cause.slug) : null,
    // A partner's address can name its order, so it is for the donor who completed that.
    successUrl: isPaidElsewhere ? null : link.successUrl,
    cancelUrl: link.cancelUrl,
    cameFromCause: link.clientId === SERVICE_CLIENT_ID,
    refund: await refundNotice(payments),
    testMode: !env().live,
    stripeJsUrl: env().stripe.jsUrl ?? null,
  };
}

/** A card payment is confirmed within this time, or the donor can try again. In milliseconds. */
const CONFIRMATION_MS = 60_000;

/** Whether the browser with this secret has just confirmed a card payment whose outcome is not known. */
function isConfirming(link: FoundLink, now: Date, secret: string | undefined): boolean {
  const { confirmingSince: since } = link;
  // Without a live attempt the payment was refused before it could be confirmed.
  if (since === null || !link.hasLiveAttempt) return false;
  return now.getTime() - since.getTime() < CONFIRMATION_MS && isFromBrowser(link, secret);
}

async function reloadLink(link: FoundLink, now: Date): Promise<FoundLink> {
  return (await findCurrentLink(link.id, now)) ?? link;
}

/** How long a page waits for the gateways. Then it is shown without their answer, and polls. In milliseconds. */
const SYNC_WAIT_MS = 1_500;

/** Syncs the live attempts of a link, as far as the gateways answer in time; returns whether all of them did. */
async function syncInTime(link: FoundLink): Promise<boolean> {
  if (!link.hasLiveAttempt) return true;
  const synced = syncLink(link.id).then(
    () => true,
    (error: unknown) => {
      if (!isGatewayError(error)) log().error({ err: error }, 'a returning donor’s payment could not be synced');
      return false;
    },
  );
  return Promise.race([synced, pause(SYNC_WAIT_MS, false, { ref: false })]);
}

/** All payments of a link, latest first. */
async function findPayments({ id, hasPayments }: FoundLink): Promise<Payment[]> {
  if (!hasPayments) return [];
  return db().payment.findMany({ where: { linkId: id }, orderBy: { createdAt: 'desc' } });
}

/** Whether the approved payment of a link was made in the browser with this secret. */
function isPaidFrom(payments: readonly Payment[], secret: string | undefined): boolean {
  return payments.some((payment) => payment.state === 'approved' && isFromBrowser(payment, secret));
}

function withoutPayment({ amount_paid: _, payment_id: __, ...link }: PublicLinkReply): PublicLinkReply {
  return link;
}

/**
 * `checkoutView` for a page, which shows its own text for errors: `out_of_reach` while the database, or a gateway that the
 * status depends on, cannot be reached; `broken` for an error of ours, which is logged.
 */
export async function loadCheckout(
  ref: string,
  now: Date,
  secret?: string,
): Promise<CheckoutView | 'out_of_reach' | 'broken' | null> {
  return shown(() => checkoutView(ref, now, secret));
}

async function shown<View>(load: () => Promise<View>): Promise<View | 'out_of_reach' | 'broken'> {
  try {
    return await load();
  } catch (error) {
    if (isDatabaseUnavailable(error) || (isProblem(error) && error.status === 503)) return 'out_of_reach';
    log().error({ err: error }, 'a page of a link could not be loaded');
    return 'broken';
  }
}

/** The page of a donor who comes back. `isSynced`: its view says what the gateways know of the payment now. */
type ReturnedView = { view: CheckoutView; isSynced: boolean };

/**
 * `loadCheckout` for the page that a bank or wallet sends the donor back to: their payment is retrieved first, as far as
 * the gateway answers in time.
 * @param maySync false where the gateways were asked too often for this link
 */
export async function loadReturn(
  ref: string,
  now: Date,
  secret: string | undefined,
  maySync: boolean,
): Promise<ReturnedView | 'out_of_reach' | 'broken' | null> {
  return shown(async () => {
    const link = await findCurrentLink(ref, now);
    if (!link) return null;
    const isSynced = maySync && (await syncInTime(link));
    return { view: await viewOf(isSynced ? await reloadLink(link, now) : link, now, secret), isSynced };
  });
}

/**
 * The public view of a link (specification 2.2), with its current status.
 * @throws Problem `checkout_link_not_found`, or 503.
 */
export async function loadPublicLink(id: string, now: Date): Promise<PublicLinkReply> {
  const found = await findLinkWithContext(id);
  if (!found) throw linkNotFound();
  const [link, context] = found;
  return presentPublicLink(await withCurrentStatus(link, now), context);
}

/**
 * Syncs the live attempts of a link and returns what the waiting page shows; of the payment only to the browser that made it
 * (ruling 68), with all payments of the link.
 * @param secret the one that the browser has for this link
 * @throws Problem 503 when a gateway cannot be reached.
 */
export async function confirmCheckout(
  ref: string,
  now: Date,
  secret?: string,
): Promise<{ view: ConfirmationView; payments: Payment[] } | null> {
  let before = await findCurrentLink(ref, now);
  if (!before) return null;
  // The webhook of the same success is often at work already.
  if (before.hasLiveAttempt && (await waitForRunningSync(before.id))) before = await reloadLink(before, now);
  const failure = before.hasLiveAttempt ? await failureOf(() => syncLink(before.id)) : undefined;
  const link = before.hasLiveAttempt ? await reloadLink(before, now) : before;
  // One gateway may be down while another has reported the payment.
  if (failure && linkStatus(link) === 'open') await mapGatewayErrors(() => Promise.reject(failure));
  const isLocked = (await declineLock(link, now)) !== undefined;
  const isPaused = await isSuspectedCardTesting(link, now);
  const payments = await findPayments(link);
  const paidHere = isPaidFrom(payments, secret) ? link.approved : null;
  const view = {
    status: linkStatus(link),
    acceptance: acceptance(link.cause, now),
    pending: link.hasLiveAttempt,
    ...paymentProgress(payments),
    cardLocked: isLocked || isPaused,
    newLinkHelps: isLocked && !isPaused,
    refund: await refundNotice(payments),
    amountPaid: paidHere?.amount ?? null,
    paymentId: paidHere?.id ?? null,
  };
  return { view, payments };
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return error;
  }
}

async function presentRedirect(rail: RedirectRail): Promise<RedirectMethodView> {
  const { min, max, options } = await rail.offer();
  return { method: rail.kind, form: rail.form, min, max, options };
}
