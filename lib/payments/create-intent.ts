import { setTimeout as pause } from 'node:timers/promises';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { now as readClock } from '#lib/clock.ts';
import { db } from '#lib/db.ts';
import { unavailable } from '#lib/problems/problem.ts';
import { type CardIntent, isGatewayError } from '#lib/rails/port.ts';
import type { Payment } from '#prisma/generated/client.ts';
import { claimAttempt, startAttempt } from './attempt.ts';
import { findSettledLink } from './end-link.ts';
import { needingGateway } from './gateway-trouble.ts';
import { amountRefused, findPayable, notPayable, type Payable } from './payable.ts';
import { settle } from './settle.ts';

/** How long a caller waits for another's attempt before it is told to retry, in milliseconds. */
const WAIT_MS = 15_000;
/** Between two looks at another's attempt, in milliseconds. */
const LOOK_AGAIN_MS = 100;

export type IntentForBrowser = { clientSecret: string; publishableKey: string; intentId: string };

/**
 * The one card intent of a link (spec 4.3), the same one for every caller while it is unconfirmed and of the amount
 * asked for. A hundred callers at once make one: the attempt row is claimed by a unique index before the gateway is
 * called, and no lock or connection is held while it answers.
 * @throws Problem as `findPayable`, and 503 when the gateway fails.
 */
export async function createIntent(linkId: string, email: string | undefined): Promise<IntentForBrowser> {
  if (email !== undefined) await rememberEmail(linkId, email);
  const deadline = readClock().getTime() + WAIT_MS;
  while (readClock().getTime() < deadline) {
    const payable = await findPayable(linkId, readClock());
    const claim = await claimAttempt(payable.link, payable.rail);
    if (claim.kind === 'ended') continue;
    const intent =
      claim.kind === 'start'
        ? await startIntent(payable, claim.attempt)
        : claim.kind === 'exists'
          ? await reuseAttempt(payable, claim.attempt)
          : undefined;
    // Another amount can be found here when the donor changed it in a second tab; the next look replaces it.
    if (intent && intent.amountMajor === payable.amountMajor)
      return {
        clientSecret: intent.clientSecret,
        publishableKey: payable.rail.publishableKey,
        intentId: intent.reference,
      };
    if (claim.kind === 'wait') await pause(LOOK_AGAIN_MS);
  }
  throw unavailable('The payment gateway', new Error('another attempt on this link did not finish in time'));
}

/** The donor's address for the receipt; it does not affect the amount. */
async function rememberEmail(linkId: string, email: string): Promise<void> {
  if (linkId.includes('\0')) return;
  await db().checkoutLink.updateMany({
    where: { id: linkId, cancelledAt: null, expiredAt: null, payments: { none: { state: 'approved' } } },
    data: { donorEmail: email },
  });
}

/** Starts a claimed attempt; undefined when the link ended meanwhile. @throws Problem naming `amount`, or 503. */
async function startIntent({ rail }: Payable, attempt: Payment): Promise<CardIntent | undefined> {
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
 * again. Money found there is recorded, never put at risk by a second intent (decisions.md 44).
 */
async function reuseAttempt(
  { link, rail, amountMajor }: Payable,
  attempt: Payment,
): Promise<CardIntent | undefined> {
  const reference = attempt.gatewayReference;
  if (!reference) throw new Error('Bug: a pending payment without its reference');
  const intent = await needingGateway(() => rail.retrieve(reference));
  const usable = intent.remote.standing === 'live' && intent.remote.money.length === 0;
  if (usable && intent.amountMajor === amountMajor) {
    await settle(attempt.id, intent.remote, readClock());
    return intent;
  }
  const remote = usable
    ? await needingGateway(() => rail.cancel({ reference, linkId: link.id }))
    : intent.remote;
  await settle(attempt.id, remote, readClock());
  if (remote.money.length > 0) await refuseIfEnded(link.id);
  // Neither paid nor cancelled: the processor is busy with it, and a second intent beside it could be paid too.
  if (remote.standing === 'live' && remote.money.length === 0)
    throw unavailable('The payment gateway', new Error('an intent is being processed'));
  return undefined;
}

async function refuseIfEnded(linkId: string): Promise<void> {
  const now = readClock();
  const link = await findSettledLink(linkId, now);
  const status = link ? linkStatus(link, now) : 'open';
  if (status !== 'open') throw notPayable(status);
}
