import { railByGateway } from '#lib/rails/registry.ts';
import type { Payment } from '#prisma/generated/client.ts';

/**
 * How much money arrived with a payment, in major units of its currency with its cents, as its gateway told; what was asked
 * for where none has arrived or the gateway is no longer configured.
 */
export function arrivedMajor(
  payment: Pick<Payment, 'gateway' | 'amount' | 'amountMinor' | 'currency'>,
): number {
  const { amountMinor, currency } = payment;
  const rail = amountMinor === null ? undefined : railByGateway(payment.gateway);
  if (amountMinor === null || !rail) return Number(payment.amount);
  return rail.majorOf(amountMinor, currency);
}
