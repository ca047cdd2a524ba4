import { setTimeout as pause } from 'node:timers/promises';
import { acceptance } from '#lib/causes/states.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { amountToPay } from '#lib/payments/attempts/payable.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { gatewayMetadata } from '#lib/payments/lock-link.ts';
import { isUndecided } from '#lib/payments/states.ts';
import { applyGatewayState } from '#lib/payments/sync/apply-gateway-state.ts';
import { endAttempt } from '#lib/payments/sync/end-attempt.ts';
import { attemptHandle } from '#lib/payments/sync/sync-payment.ts';
import { unavailable, validationFailed } from '#lib/problems/problem.ts';
import { GatewayError, isGatewayError } from '#lib/rails/port/errors.ts';
import type { RedirectRail, RedirectStart } from '#lib/rails/port/rail.ts';
import { redirectRailsFor } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { claimAttempt, type StartClaim, startAttempt } from './attempt.ts';
import { cancelOtherAttempts } from './cancel-other-attempts.ts';
import { invalidAmount } from './payable.ts';
import { findLinkOfBrowser, findPaymentContext, type PaymentContext, type RedirectInput } from './redirect-request.ts';

/** How long a caller waits for an attempt that another one is starting, in milliseconds. Then it is asked to retry. */
const WAIT_MS = 20_000;
/** How often it checks meanwhile, in milliseconds. */
const RETRY_MS = 100;
/**
 * How long a start without a response is repeated unchanged, in milliseconds: afterwards a payment it may have created can
 * no longer be paid.
 */
const REPEAT_FOR_MS = 16 * 60 * 1000;
const GIVEN_UP = 'start_given_up';

/**
 * Starts a bank transfer or wallet payment and returns the gateway's page for the donor. One attempt is live on a link and
 * rail, so a second click leads to the same page. If the gateway did not answer, the attempt is searched for there before
 * the same start is repeated, so that no donor is asked to pay twice.
 * @param secret the browser's secret for this link: only the browser that saved last can start or resume
 * @throws Problem `checkout_link_not_found`, `checkout_link_not_payable`, `cause_not_accepting_payments`,
 * `validation_failed` naming `amount`, `method` or a field of the form, or 503.
 */
export async function startRedirect(
  request: RedirectInput,
  clientAddress: string | undefined,
  secret: string | undefined,
): Promise<{ redirect_url: string }> {
  const resumed = request.payer === undefined && !request.start_over ? await resumePending(request, secret) : undefined;
  if (resumed) return { redirect_url: resumed };
  const deadline = readClock().getTime() + WAIT_MS;
  let startOver = request.start_over;
  let hasCancelledOthers = false;
  while (readClock().getTime() < deadline) {
    const context = await findPaymentContext(request, readClock(), secret);
    if (!hasCancelledOthers) {
      const remaining = await cancelOtherAttempts(context.link, request.method);
      // The donor is shown that payment's progress instead of being asked to pay twice.
      if (remaining.some(({ isPaid }) => isPaid)) return { redirect_url: returnUrl(context.link.id) };
      hasCancelledOthers = true;
      // What was cancelled may have completed the link.
      if (context.link.pendingRails.some((rail) => rail !== request.method)) continue;
    }
    const claim = await claimAttempt(context.link, context.rail);
    if (claim.kind === 'refused') throw new Error('Bug: a refusal of cards on another rail');
    if (claim.kind === 'wait') await pause(RETRY_MS);
    if (claim.kind === 'start') {
      const redirectUrl = await start(context, claim, clientAddress);
      if (redirectUrl && Number(claim.attempt.amount) === claim.amountMajor) return { redirect_url: redirectUrl };
    }
    if (claim.kind === 'exists') {
      const redirectUrl = await mapGatewayErrors(() =>
        resumePayment(context.rail, claim.attempt, startOver || Number(claim.attempt.amount) !== claim.amountMajor),
      );
      if (redirectUrl) return { redirect_url: redirectUrl };
      startOver = false;
    }
  }
  throw unavailable('The payment gateway', new Error('another attempt on this link did not finish in time'));
}

/**
 * The page of a payment in progress, so that a donor who resumes it need not fill in the form again. Undefined if there is
 * none, or only one of another amount.
 */
async function resumePending({ ref, method }: RedirectInput, secret: string | undefined): Promise<string | undefined> {
  const link = await findLinkOfBrowser(ref, readClock(), secret);
  const attempt = await db().payment.findFirst({
    where: { linkId: link.id, rail: method, state: 'pending', amount: BigInt(amountToPay(link)) },
  });
  if (!attempt || acceptance(link.cause, readClock()) !== 'accepting') return undefined;
  // Close to the link's expiry nothing new is started, but a started payment can be finished.
  const rail = redirectRailsFor(link.cause.country).find(({ gateway }) => gateway === attempt.gateway);
  if (!rail) return undefined;
  return mapGatewayErrors(() => resumePayment(rail, attempt, false));
}

async function start(
  { link, rail, payer }: PaymentContext,
  { attempt, link: facts, repeated }: StartClaim,
  clientAddress: string | undefined,
): Promise<string | undefined> {
  const input = (key: string): RedirectStart => ({
    key,
    linkId: link.id,
    paymentId: attempt.id,
    amountMajor: Number(attempt.amount),
    currency: attempt.currency,
    description: link.cause.title,
    returnUrl: returnUrl(link.id),
    notificationUrl: notificationUrl(rail.gateway),
    expiresAt: link.expiresAt,
    clientAddress: clientAddress ?? null,
    payer,
    metadata: gatewayMetadata(facts),
  });
  try {
    const started = await startAttempt(attempt, rail, async (key) => {
      const earlier = repeated ? await rail.findStarted(link.id, attempt.id) : null;
      if (repeated && !earlier && hasRunOut(attempt)) throw new GatewayError('failed', GIVEN_UP, undefined);
      return earlier ?? rail.start(input(key));
    });
    // The found payment may have ended meanwhile: the next round retrieves it.
    return repeated ? undefined : started?.redirectUrl;
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    if (error.code === GIVEN_UP) return undefined;
    if (error.code.startsWith('amount_refused')) throw invalidAmount('is not taken by this method');
    if (error.code.startsWith('payer_refused')) {
      log().warn({ gateway: rail.gateway, code: error.code }, 'a gateway refused what a donor entered');
      throw validationFailed([{ field: 'payer', message: 'refused' }]);
    }
    return mapGatewayErrors(() => Promise.reject(error));
  }
}

/**
 * Whether a payment from a start without a response has certainly expired, so that a new start cannot lead to a second
 * payment.
 */
function hasRunOut({ createdAt }: Payment): boolean {
  return readClock().getTime() - createdAt.getTime() > REPEAT_FOR_MS;
}

/** The page of a live attempt; undefined if it has ended or was cancelled, and the caller should claim again. */
async function resumePayment(rail: RedirectRail, attempt: Payment, startOver: boolean): Promise<string | undefined> {
  const handle = attemptHandle(attempt);
  if (!handle) throw new Error('Bug: a pending payment without its reference');
  if (!startOver) {
    const remote = await rail.retrieve(handle);
    if (isUndecided(remote, attempt.id)) return (await rail.resume(handle)) ?? returnUrl(attempt.linkId);
    await applyGatewayState(attempt, remote, readClock);
    return undefined;
  }
  const after = await endAttempt(attempt);
  // It could not be cancelled: the donor is shown its progress instead of being asked to pay twice.
  if (after && isUndecided(after, attempt.id)) return returnUrl(attempt.linkId);
  return undefined;
}

function returnUrl(linkId: string): string {
  return `${env().publicBaseUrl}/checkout/return?ref=${encodeURIComponent(linkId)}`;
}

/**
 * Null if a gateway could not reach the URL and would refuse it: then the account's own setting is used, and scheduled
 * syncs.
 */
function notificationUrl(gateway: string): string | null {
  const { publicBaseUrl } = env();
  return publicBaseUrl.startsWith('https:') ? `${publicBaseUrl}/webhooks/${gateway}?source_news=webhooks` : null;
}
