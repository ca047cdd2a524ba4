import { now as readClock } from '#lib/clock.ts';
import { transaction } from '#lib/db.ts';
import { isIdOf, newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { donorOf, type LinkFacts, lockLink, nextAttempt, readGatewayMetadata } from '#lib/payments/lock-link.ts';
import { isLive } from '#lib/payments/states.ts';
import type { PaymentKey } from '#lib/payments/sync/sync-payment.ts';
import type { FoundPayment } from '#lib/rails/port/payment.ts';
import type { Rail, RedirectRail } from '#lib/rails/port/rail.ts';

/**
 * Writes the row of an attempt that was lost, as after a restore from a backup, from what its gateway says. Only of an attempt
 * that we started on a link that we know, which its metadata shows, or our payment's id where there is none. Its money is recorded by the sync that follows, like any
 * other. Undefined if there is no such attempt.
 * @throws GatewayError
 */
export async function adoptPayment(rail: Rail, found: FoundPayment): Promise<PaymentKey | undefined> {
  const gatewayReference = found.reference ?? (await startedReference(rail, found));
  if (gatewayReference === null) return undefined;
  const { gateway, kind } = rail;
  const { linkId, gatewayPaymentId, paymentId, email } = found;
  return transaction(async (tx) => {
    const link = await lockLink(tx, linkId);
    if (!link || !isStartedBy(link, found)) return undefined;
    // Another process was faster.
    const known = link.payments.find((one) => one.gateway === gateway && one.gatewayReference === gatewayReference);
    if (known) return known;
    const donor = donorOf(link);
    // Only one attempt of a link and rail is live; money of another is recorded all the same.
    const isSecond = link.payments.some((one) => one.rail === kind && isLive(one.state));
    const payment = await tx.payment.create({
      data: {
        id: paymentId !== null && isIdOf('payment', paymentId) ? paymentId : newId('payment'),
        linkId,
        causeKey: link.causeKey,
        currency: link.currency,
        amount: BigInt(Math.max(1, Math.round(found.amountMajor))),
        rail: kind,
        gateway,
        attempt: nextAttempt(link, kind),
        gatewayReference,
        createdAt: found.createdAt,
        ...(isSecond ? { state: 'canceled', settledAt: readClock() } : { state: 'pending' }),
        ...donor,
        donorEmail: donor.donorEmail ?? email,
      },
    });
    log().warn(
      { gateway, payment: payment.id, link: linkId, gatewayPaymentId },
      'a lost payment was found at its gateway',
    );
    return payment;
  });
}

/** Whether we started a payment on a link. */
function isStartedBy({ causeKey, clientId }: LinkFacts, { metadata, paymentId }: FoundPayment): boolean {
  if (metadata === null) return paymentId !== null && isIdOf('payment', paymentId);
  const facts = readGatewayMetadata(metadata);
  return facts !== null && facts.causeKey === causeKey && facts.clientId === clientId;
}

/** The gateway's id of what was started, of a payment that does not name it. @throws GatewayError */
async function startedReference(rail: Rail, { linkId, paymentId }: FoundPayment): Promise<string | null> {
  if (rail.kind === 'card' || paymentId === null) return null;
  const started = await (rail as RedirectRail).findStarted(linkId, paymentId);
  return started?.reference ?? null;
}
