import { withQuery } from './addresses.ts';
import { orderOfPayment } from './order-payments.ts';
import { newWalletPayment, type Payment, type WalletSource } from './payment.ts';
import { addPayment } from './payment-events.ts';
import type { Preference } from './preference.ts';
import { newNumber, newUuid, type Tenant } from './tenant.ts';
import { payerOf, type WalletUser } from './wallet-users.ts';

export type WalletOutcome = 'approve' | 'pending' | 'reject';

const STATUSES: Record<WalletOutcome, { status: string; statusDetail: string }> = {
  approve: { status: 'approved', statusDetail: 'accredited' },
  pending: { status: 'in_process', statusDetail: 'pending_review_manual' },
  reject: { status: 'rejected', statusDetail: 'cc_rejected_other_reason' },
};

/** Pays a preference from the wallet. Each call makes a new payment, even after an approved one. */
export function payInWallet(
  tenant: Tenant,
  preference: Preference,
  choice: { user: WalletUser; source: WalletSource; outcome: WalletOutcome },
): Payment {
  const { status, statusDetail } = STATUSES[choice.outcome];
  const byBalance = choice.source.methodId === 'account_money';
  const input = {
    id: newNumber(tenant),
    hash: newUuid(tenant.context),
    amount: preference.amount,
    source: choice.source,
    payer: payerOf(choice.user),
    status,
    statusDetail: choice.outcome === 'reject' && byBalance ? 'rejected_by_regulations' : statusDetail,
  };
  const payment = addPayment(tenant, newWalletPayment(preference, input, tenant.context.clock.now()));
  if (status === 'approved' && orderOfPayment(tenant, payment)) closeCheckout(tenant, preference);
  return payment;
}

/** From now on nobody can pay a preference: an order is paid once. */
export function closeCheckout(tenant: Tenant, preference: Preference): void {
  const expirationTo = new Date(tenant.context.clock.now()).toISOString();
  tenant.preferences.set(preference.id, { ...preference, expires: true, expirationTo });
}

/** Payments made for a preference, oldest first. */
export function paymentsFor(tenant: Tenant, preference: Preference): Payment[] {
  return tenant.payments.values().filter((payment) => payment.preferenceId === preference.id);
}

/**
 * The payer's return address, with the parameters that Mercado Pago adds; empty when the merchant named no address.
 * @param payment null when the payer left without paying: the parameters are then the text `null`, as in the real service.
 */
export function returnAddress(tenant: Tenant, preference: Preference, payment: Payment | null): string {
  const { success, pending, failure } = preference.backUrls;
  const status = payment?.status ?? 'null';
  const address = status === 'approved' ? success : status === 'in_process' ? pending : failure;
  if (address === '') return '';
  const id = payment === null ? 'null' : String(payment.id);
  return withQuery(address, {
    collection_id: id,
    collection_status: status,
    payment_id: id,
    status,
    external_reference: preference.externalReference ?? 'null',
    payment_type: payment?.typeId ?? 'null',
    merchant_order_id: payment === null ? 'null' : String(preference.orderId),
    preference_id: preference.id,
    site_id: tenant.site,
    processing_mode: 'aggregator',
    merchant_account_id: 'null',
  });
}

/** Whether the payer is redirected without a click. */
export function returnsByItself(preference: Preference, payment: Payment): boolean {
  if (preference.autoReturn === 'all') return payment.status === 'approved' || payment.status === 'in_process';
  return preference.autoReturn === 'approved' && payment.status === 'approved';
}
