import { causeUrl } from '#lib/causes/present.ts';
import { acceptance, isPubliclyVisible } from '#lib/causes/states.ts';
import type { PublicLinkReply } from '#lib/checkout-links/contract.ts';
import { linkNotFound } from '#lib/checkout-links/find.ts';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { presentPublicLink } from '#lib/checkout-links/public-view.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { findInSurroundings, surroundings } from '#lib/checkout-links/surroundings.ts';
import { SERVICE_CLIENT_ID } from '#lib/clients/service-client.ts';
import { isDatabaseUnavailable } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { isGatewayError, type RedirectRail } from '#lib/rails/port.ts';
import { cardRailFor } from '#lib/rails/registry.ts';
import { isTesting } from './card-testing.ts';
import type { CheckoutView, ConfirmationView, RedirectMethodView } from './checkout-view.ts';
import { declineLock } from './declines.ts';
import { isFromBrowser } from './donor-browser.ts';
import { findSettledLink, settledPoll } from './end-link.ts';
import { needingGateway } from './gateway-trouble.ts';
import { linkStanding, refundNotice } from './link-standing.ts';
import { offeredMethods, redirectRailsOf } from './methods.ts';
import { reviewLink } from './review.ts';

/** What a browser sees that has typed nothing. */
const AS_MINTED = { donorAmount: null, donorName: null, donorEmail: null, donorAnonymous: null };

/**
 * All that the hosted page of a link shows; null where there is no such link. What a donor typed is shown to the browser
 * that sent it, another sees what was minted (decisions.md 60).
 * @param secret what the browser keeps for this link
 * @throws Problem 503 when the link is past its expiry and the gateway, asked what became of it, cannot be reached.
 */
export async function loadCheckout(ref: string, now: Date, secret?: string): Promise<CheckoutView | null> {
  const link = await findSettledLink(ref, now);
  if (!link) return null;
  const around = await surroundings(link);
  const { cause } = around;
  const chosen = isFromBrowser(link, secret) ? link : AS_MINTED;
  return {
    link: presentPublicLink(link, around),
    url: checkoutUrl(link.id),
    amountToPay: chosen.donorAmount ?? link.amount,
    acceptance: acceptance(cause, now),
    methods: offeredMethods(cause.country, link, now),
    cardBounds: cardRailFor(cause.country)?.bounds(link.currency) ?? null,
    redirects: await Promise.all(redirectRailsOf(cause.country, link, now).map(presentRedirect)),
    ...(await linkStanding(link.id)),
    prefill: {
      // Only while open (decisions.md 49): whoever finds the address later learns nothing of the donor.
      ...(linkStatus(link) === 'open'
        ? { email: chosen.donorEmail ?? link.email ?? '', name: chosen.donorName ?? '' }
        : { email: '', name: '' }),
      anonymous: chosen.donorAnonymous ?? link.anonymous ?? false,
    },
    country: cause.country,
    causeUrl: isPubliclyVisible(cause.state) ? causeUrl(cause.slug) : null,
    successUrl: link.successUrl,
    cancelUrl: link.cancelUrl,
    cameFromCause: link.clientId === SERVICE_CLIENT_ID,
    refund: await refundNotice(link.id),
    testMode: !env().live,
    stripeJsUrl: env().stripe.jsUrl ?? null,
  };
}

/**
 * The same for a page, which shows its own text for what goes wrong: `out_of_reach` while the database, or a gateway that
 * the status hangs on, cannot be reached; `broken` where the fault is ours, which is logged.
 */
export async function lookAtCheckout(
  ref: string,
  now: Date,
  secret?: string,
): Promise<CheckoutView | 'out_of_reach' | 'broken' | null> {
  try {
    return await loadCheckout(ref, now, secret);
  } catch (error) {
    if (isDatabaseUnavailable(error) || (isProblem(error) && error.status === 503)) return 'out_of_reach';
    log().error({ err: error }, 'a page of a link could not be loaded');
    return 'broken';
  }
}

/**
 * The public view of a link (spec 2.2), its status settled.
 * @throws Problem `checkout_link_not_found`, or 503.
 */
export async function loadPublicLink(id: string, now: Date): Promise<PublicLinkReply> {
  const found = await findInSurroundings(id);
  if (!found) throw linkNotFound();
  const [link, around] = found;
  return presentPublicLink(await settledPoll(link, now), around);
}

/**
 * Reads the live attempts of a link back from their gateways and tells the waiting page where it stands.
 * @throws Problem 503 when a gateway cannot be reached.
 */
export async function confirmCheckout(ref: string, now: Date): Promise<ConfirmationView | null> {
  const before = await findSettledLink(ref, now);
  if (!before) return null;
  const failure = before.hasLiveAttempt ? await failureOf(() => reviewLink(before.id, now)) : undefined;
  const link = (await findSettledLink(ref, now)) ?? before;
  // One gateway may be down while another has told of the payment.
  if (failure && linkStatus(link) === 'open') await needingGateway(() => Promise.reject(failure));
  return {
    status: linkStatus(link),
    pending: link.hasLiveAttempt,
    ...(await linkStanding(link.id)),
    cardLocked:
      (await declineLock(link, now)) !== undefined || (await isTesting(link.id, link.causeKey, now)),
    refund: await refundNotice(link.id),
    amountPaid: link.approved?.amount ?? null,
    paymentId: link.approved?.id ?? null,
  };
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
