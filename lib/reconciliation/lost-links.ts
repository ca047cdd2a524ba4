import { transaction } from '#lib/db.ts';
import { isIdOf } from '#lib/ids.ts';
import { findReferenced } from '#lib/payments/events/receive-event.ts';
import { readGatewayMetadata } from '#lib/payments/lock-link.ts';
import { railOf, syncFoundPayment } from '#lib/payments/sync/sync-payment.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { FoundPayment } from '#lib/rails/port/payment.ts';
import type { LostLink } from './difference.ts';

/**
 * The lost link of a payment at a gateway; undefined if it is for no link of ours: the account may have other uses.
 * @throws GatewayError
 */
export async function findLostLink(gateway: string, gatewayPaymentId: string): Promise<LostLink | undefined> {
  const found = await railOf({ gateway }).findPayment(gatewayPaymentId);
  if (!found || !isIdOf('checkoutLink', found.linkId)) return undefined;
  const facts = readGatewayMetadata(found.metadata);
  return { id: found.linkId, facts: facts && { causeKey: facts.causeKey, clientId: facts.clientId } };
}

/**
 * Makes a lost link again from what the gateway keeps with its payment, records the payment like any other, and writes an
 * entry in the audit log. What the gateway does not keep stays lost: the partner's own fields, whether the link was
 * cancelled, and the donor's name, so that the donation is anonymous. Repeated, it changes nothing. Never called automatically: two
 * deployments may share a gateway account in test mode.
 * @param by who asked for it, for the audit log
 * @returns the link's id
 * @throws DomainError `link_not_recoverable`, `lost_link_without_cause`; GatewayError
 */
export async function recoverLink(
  gateway: string,
  gatewayPaymentId: string,
  by: string,
  now: Date,
): Promise<{ linkId: string }> {
  const found = await railOf({ gateway }).findPayment(gatewayPaymentId);
  if (!found || !isIdOf('checkoutLink', found.linkId)) throw new DomainError('link_not_recoverable');
  await makeAgain(gateway, found, by);
  const referenced = await findReferenced(gateway, gatewayPaymentId);
  if (!referenced) throw new DomainError('link_not_recoverable');
  await syncFoundPayment(referenced.payment, now, referenced.seen);
  return { linkId: found.linkId };
}

/** Writes the row of a lost link, unless it is there. */
async function makeAgain(gateway: string, found: FoundPayment, by: string): Promise<void> {
  const { linkId: id, gatewayPaymentId, amountMajor, currency, createdAt, email } = found;
  await transaction(async (tx) => {
    if (await tx.checkoutLink.findUnique({ where: { id }, select: { id: true } })) return;
    const facts = readGatewayMetadata(found.metadata);
    if (!facts) throw new DomainError('link_not_recoverable');
    const { causeKey, clientId, expiresAt } = facts;
    const cause = await tx.cause.findUnique({ where: { key: causeKey, currency } });
    const client = await tx.client.findUnique({ where: { id: clientId } });
    if (!cause || !client) throw new DomainError('lost_link_without_cause');
    const amount = BigInt(Math.max(1, Math.round(amountMajor)));
    const { count } = await tx.checkoutLink.createMany({
      data: {
        id,
        clientId,
        causeKey,
        amount,
        currency,
        feePercent: cause.feePercent,
        donorEmail: email,
        donorAnonymous: true,
        createdAt,
        expiresAt,
      },
      skipDuplicates: true,
    });
    const data = { gateway, payment: gatewayPaymentId, cause: causeKey, client: clientId };
    if (count > 0) await audit(tx, { actor: by, action: 'link.recover', subject: id, data });
  });
}
