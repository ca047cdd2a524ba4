import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';

/**
 * The received amount of a payment, in major units of its currency, with its cents. The requested amount if nothing was
 * received, or the gateway is no longer configured.
 */
export function receivedMajor(payment: Pick<Payment, 'gateway' | 'amount' | 'amountMinor' | 'currency'>): number {
  const { amountMinor, currency } = payment;
  const rail = amountMinor === null ? undefined : railByGateway(payment.gateway);
  if (amountMinor === null || !rail) return Number(payment.amount);
  return rail.majorOf(amountMinor, currency);
}
