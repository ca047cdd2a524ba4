import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { callerNetworks } from '#lib/payments/card-testing/callers.ts';
import type { intentReply } from '#lib/payments/contract.ts';
import { mapGatewayErrors } from '#lib/payments/gateway-errors.ts';
import { donorOf, gatewayMetadata, isPayable, lockLink } from '#lib/payments/lock-link.ts';
import { isInProgress, LIVE_STATES } from '#lib/payments/states.ts';
import { applyGatewayState } from '#lib/payments/sync/apply-gateway-state.ts';
import { findCurrentLink } from '#lib/payments/sync/end-link.ts';
import { attemptHandle, cardRailOf, shouldCancel } from '#lib/payments/sync/sync-payment.ts';
import { type Problem, unavailable } from '#lib/problems/problem.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import type { RemoteAttempt } from '#lib/rails/port/payment.ts';
import type { CardIntent, CardRail } from '#lib/rails/port/rail.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { type AmountRefusal, claimAttempt, isAmountRefusal, type StartClaim, startAttempt } from './attempt.ts';
import { findPayableLink, invalidAmount, linkNotPayable } from './payable.ts';
import { retrieveIntent } from './retrieve-intent.ts';

/** How long a caller waits for an attempt that another one is starting, in milliseconds. Then it is asked to retry. */
const WAIT_MS = 15_000;
/** How often it checks meanwhile, in milliseconds. */
const RETRY_MS = 100;

export type IntentForBrowser = { clientSecret: string; publishableKey: string; intentId: string };

/**
 * The payment intent of a link (specification 4.3): the same one for every caller while it is unconfirmed and of the
 * current amount. A hundred concurrent callers get one intent: the attempt's row is claimed under the link's lock before the
 * gateway is called, and no lock or connection is held while it answers.
 * @param clientAddress of the caller: a network with many declines is refused (lib/payments/card-testing/decline-limits.ts)
 * @throws Problem as `findPayableLink`, and 503 when the gateway fails.
 */
export async function createIntent(
  linkId: string,
  email: string | undefined,
  clientAddress: string | undefined,
): Promise<IntentForBrowser> {
  const networks = await callerNetworks(clientAddress);
  const deadline = readClock().getTime() + WAIT_MS;
  while (readClock().getTime() < deadline) {
    const payable = await findPayableLink(linkId, readClock(), networks);
    const claim = await claimAttempt(payable.link, payable.rail);
    if (claim.kind === 'refused') throw amountRefused(claim.why);
    if (claim.kind === 'wait') await pause(RETRY_MS);
    if (claim.kind === 'wait' || claim.kind === 'ended') continue;
    const { attempt, amountMajor } = claim;
    // Another gateway account may serve the country now; the attempt stays with its own.
    const rail = cardRailOf(attempt);
    const intent =
      claim.kind === 'start' ? await startIntent(rail, claim) : await reuseIntent(rail, attempt, amountMajor);
    // An attempt that was taken over can have an earlier amount; the next round replaces it. A processing one has been
    // paid, and is returned whatever its amount.
    if (intent && (intent.amountMajor === amountMajor || intent.remote.status === 'processing')) {
      if (email !== undefined) await rememberEmail(linkId, email);
      return {
        clientSecret: intent.clientSecret,
        publishableKey: rail.publishableKey,
        intentId: intent.reference,
      };
    }
  }
  throw unavailable('The payment gateway', new Error('another attempt on this link did not finish in time'));
}

/**
 * Stores the donor's email for the receipt. The call has no browser's secret, so it is ignored if something was typed on
 * our page (ruling 60), and for a payment that the gateway is deciding.
 */
async function rememberEmail(linkId: string, email: string): Promise<void> {
  await transaction(async (tx) => {
    const link = await lockLink(tx, linkId);
    if (!link || !isPayable(link, readClock()) || link.browserHash !== null) return;
    const saved = await tx.checkoutLink.update({ where: { id: linkId }, data: { donorEmail: email } });
    const unpaid = { linkId, state: { in: LIVE_STATES }, processing: false };
    await tx.payment.updateMany({ where: unpaid, data: donorOf(saved) });
  });
}

/** Starts a claimed attempt; undefined when the link ended meanwhile. @throws Problem naming `amount`, or 503. */
async function startIntent(rail: CardRail, { attempt, link }: StartClaim): Promise<CardIntent | undefined> {
  const { linkId, amount, currency } = attempt;
  try {
    return await startAttempt(attempt, rail, (key) =>
      rail.start({ key, linkId, amountMajor: Number(amount), currency, metadata: gatewayMetadata(link) }),
    );
  } catch (error) {
    if (isGatewayError(error) && isAmountRefusal(error.code)) throw amountRefused(error.code);
    return mapGatewayErrors(() => Promise.reject(error));
  }
}

function amountRefused(why: AmountRefusal): Problem {
  return invalidAmount(`is too ${why === 'amount_too_small' ? 'small' : 'large'} to be paid by card`);
}

/**
 * The existing intent, retrieved from the gateway; undefined when it cannot be used any more and the caller should claim
 * again. Money found there is recorded, so that no second intent can be paid too (ruling 44). An intent that is being
 * processed, neither succeeded nor cancelled, stays the link's intent (ruling 59).
 */
async function reuseIntent(rail: CardRail, attempt: Payment, amountMajor: number): Promise<CardIntent | undefined> {
  const handle = attemptHandle(attempt);
  if (!handle) throw new Error('Bug: a pending payment without its reference');
  const intent = await retrieveIntent(rail, handle.reference);
  await applyGatewayState(attempt, intent.remote, readClock);
  if (isUnconfirmed(intent.remote)) {
    // The retrieved intent may contain the tenth decline.
    const isBlocked = await shouldCancel(attempt, readClock());
    const isProcessing = intent.remote.status === 'processing';
    if (!isBlocked && (isProcessing || intent.amountMajor === amountMajor)) return intent;
    intent.remote = await mapGatewayErrors(() => rail.cancel(handle));
    await applyGatewayState(attempt, intent.remote, readClock);
  }
  if (intent.remote.money.length > 0) await requireStillOpen(attempt.linkId);
  // The donor confirmed it just before it could be cancelled: a second intent could be paid too.
  return intent.remote.status === 'processing' ? intent : undefined;
}

function isUnconfirmed(remote: RemoteAttempt): boolean {
  return isInProgress(remote) && remote.money.length === 0;
}

/** @throws Problem `checkout_link_not_payable` if the link has ended, as with the money that was found just now. */
async function requireStillOpen(linkId: string): Promise<void> {
  const link = await findCurrentLink(linkId, readClock());
  const status = link ? linkStatus(link) : 'open';
  if (status !== 'open') throw linkNotPayable(status);
}

/** The payment intent response (specification 2.4). */
export function presentIntent(intent: IntentForBrowser): z.input<typeof intentReply> {
  return {
    client_secret: intent.clientSecret,
    publishable_key: intent.publishableKey,
    payment_intent_id: intent.intentId,
  };
}
