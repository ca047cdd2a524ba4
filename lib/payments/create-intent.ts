import { setTimeout as pause } from 'node:timers/promises';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { unavailable } from '#lib/problems/problem.ts';
import { type CardIntent, type CardRail, isGatewayError, type RemoteAttempt } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { claimAttempt, startAttempt } from './attempt.ts';
import { callerNetwork } from './card-callers.ts';
import { donorOf } from './donor.ts';
import { findSettledLink } from './end-link.ts';
import { needingGateway } from './gateway-trouble.ts';
import { isOpen, lockLink } from './lock-link.ts';
import { isUnderWay } from './own-money.ts';
import { amountRefused, findPayable, notPayable } from './payable.ts';
import { cardRailOf, handleOf, mustStop } from './review.ts';
import { settle } from './settle.ts';
import { LIVE_STATES } from './states.ts';

/** How long a caller waits for another's attempt before it is told to retry, in milliseconds. */
const WAIT_MS = 15_000;
/** Between two looks at another's attempt, in milliseconds. */
const LOOK_AGAIN_MS = 100;

export type IntentForBrowser = { clientSecret: string; publishableKey: string; intentId: string };

/**
 * The one card intent of a link (spec 4.3), the same one for every caller while it is unconfirmed and of the amount
 * asked for. A hundred callers at once make one: the attempt row is claimed by a unique index before the gateway is
 * called, and no lock or connection is held while it answers.
 * @param clientAddress who asks: a network of many declines is refused (lib/payments/card-testing.ts)
 * @throws Problem as `findPayable`, and 503 when the gateway fails.
 */
export async function createIntent(
  linkId: string,
  email: string | undefined,
  clientAddress: string | undefined,
): Promise<IntentForBrowser> {
  const network = await callerNetwork(clientAddress);
  const deadline = readClock().getTime() + WAIT_MS;
  while (readClock().getTime() < deadline) {
    const payable = await findPayable(linkId, readClock(), network);
    const claim = await claimAttempt(payable.link, payable.rail);
    if (claim.kind === 'wait') await pause(LOOK_AGAIN_MS);
    if (claim.kind === 'wait' || claim.kind === 'ended') continue;
    const { attempt, amountMajor } = claim;
    // The account that serves the country may be another than when the attempt was made: it stays with its own.
    const rail = cardRailOf(attempt);
    const intent =
      claim.kind === 'start'
        ? await startIntent(rail, attempt)
        : await reuseIntent(rail, attempt, amountMajor);
    // Another amount is found here where an attempt from before the donor changed it was taken over; the next look replaces it.
    // One that is being processed was paid, and serves whatever amount was chosen meanwhile.
    if (intent && (intent.amountMajor === amountMajor || intent.remote.standing === 'processing')) {
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
 * The donor's address for the receipt; it does not affect the amount. It comes without a browser's secret, so it counts
 * only where nothing was typed on our page (decisions.md 60), and not for what the gateway is deciding.
 */
async function rememberEmail(linkId: string, email: string): Promise<void> {
  await transaction(async (tx) => {
    const link = await lockLink(tx, linkId);
    if (!link || !isOpen(link, readClock()) || link.browserHash !== null) return;
    const saved = await tx.checkoutLink.update({ where: { id: linkId }, data: { donorEmail: email } });
    const unpaid = { linkId, state: { in: LIVE_STATES }, processing: false };
    await tx.payment.updateMany({ where: unpaid, data: donorOf(saved) });
  });
}

/** Starts a claimed attempt; undefined when the link ended meanwhile. @throws Problem naming `amount`, or 503. */
async function startIntent(rail: CardRail, attempt: Payment): Promise<CardIntent | undefined> {
  const { linkId, amount, currency } = attempt;
  try {
    return await startAttempt(attempt, rail, (key) =>
      rail.start({ key, linkId, amountMajor: Number(amount), currency }),
    );
  } catch (error) {
    if (isGatewayError(error) && error.code === 'amount_too_small')
      throw amountRefused('is too small to be paid by card');
    if (isGatewayError(error) && error.code === 'amount_too_large')
      throw amountRefused('is too large to be paid by card');
    return needingGateway(() => Promise.reject(error));
  }
}

/**
 * The existing intent, read back from the gateway; undefined when it cannot serve any more and the caller should look
 * again. Money found there is recorded, never put at risk by a second intent (decisions.md 44): one that is being
 * processed, which is neither succeeded nor cancelled, stays the link's intent (decisions.md 59).
 */
async function reuseIntent(
  rail: CardRail,
  attempt: Payment,
  amountMajor: number,
): Promise<CardIntent | undefined> {
  const handle = handleOf(attempt);
  if (!handle) throw new Error('Bug: a pending payment without its reference');
  const intent = await needingGateway(() => rail.retrieve(handle.reference));
  await settle(attempt.id, intent.remote, readClock);
  if (isOpenAt(intent.remote)) {
    // What it told us of declines may have been the tenth.
    const stop = await mustStop(attempt, readClock());
    const isProcessing = intent.remote.standing === 'processing';
    if (!stop && (isProcessing || intent.amountMajor === amountMajor)) return intent;
    intent.remote = await needingGateway(() => rail.cancel(handle));
    await settle(attempt.id, intent.remote, readClock);
  }
  if (intent.remote.money.length > 0) await refuseIfEnded(attempt.linkId);
  // It was sent to be processed just now, before it could be cancelled: a second intent beside it could be paid too.
  return intent.remote.standing === 'processing' ? intent : undefined;
}

function isOpenAt(remote: RemoteAttempt): boolean {
  return isUnderWay(remote) && remote.money.length === 0;
}

async function refuseIfEnded(linkId: string): Promise<void> {
  const link = await findSettledLink(linkId, readClock());
  const status = link ? linkStatus(link) : 'open';
  if (status !== 'open') throw notPayable(status);
}
