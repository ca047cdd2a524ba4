import { z } from 'zod';
import { ControlError, parseControlInput } from '#emulators/control-input.ts';
import { createActions, gatewayActions } from '../actions.ts';
import { balanceOf, payOut, returnPayout } from './account.ts';
import { CHARGEBACK_STATUSES } from './chargeback.ts';
import { chargebacksOf, presentChargeback, setChargeback } from './chargebacks.ts';
import { formatDate } from './dates.ts';
import { MercadoPagoError } from './errors.ts';
import { netOf } from './movement.ts';
import { webhookOf } from './notify.ts';
import { isOpen, type Payment } from './payment.ts';
import { decide, findPayment, moveTo, rejectOverdue } from './payment-events.ts';
import { present } from './payments-api.ts';
import { findPreference, readPreference } from './preferences-api.ts';
import { referencesIn } from './references.ts';
import { refund, settleRefund } from './refunds-api.ts';
import { changeSwitches } from './switches.ts';
import { resetTenant, type Tenant } from './tenant.ts';
import { payInWallet, paymentsFor, returnAddress } from './wallet-payments.ts';
import { findWalletUser, sourceOf, WALLET_USERS } from './wallet-users.ts';

type Action = (tenant: Tenant, input: unknown) => unknown | Promise<unknown>;

const payment_id = z.union([z.int(), z.string().regex(/^\d+$/)]);
const onPayment = z.strictObject({ payment_id });
const decision = z.strictObject({ payment_id, status_detail: z.string().min(1).optional() });

/** Mercado Pago's own control actions; `README.md` in this folder documents them. */
const ACTIONS: Record<string, Action> = {
  reset(tenant) {
    resetTenant(tenant);
    return { reset: true };
  },
  switches(tenant, input) {
    tenant.switches = changeSwitches(input, tenant.switches);
    return tenant.switches;
  },
  about,
  async resend(tenant, input) {
    const { payment_id: id, action, times, parallel } = parseControlInput(resend, input);
    const message = webhookOf(tenant, find(tenant, id), action);
    return tenant.channel.resend(message, times, parallel);
  },
  payments(tenant, input) {
    const { external_reference: externalReference } = parseControlInput(byReference, input);
    const all = tenant.payments.values();
    const wanted = all.filter(
      (each) => externalReference === undefined || referencesIn(each.externalReference).includes(externalReference),
    );
    return { payments: wanted.map((payment) => present(tenant, payment)) };
  },
  preferences: (tenant) => ({
    preferences: tenant.preferences.values().map(({ id }) => readPreference(tenant, id)),
  }),
  approve(tenant, input) {
    const { payment_id: id, late } = parseControlInput(approval, input);
    return shown(tenant, decide(tenant, find(tenant, id), { status: 'approved', statusDetail: 'accredited', late }));
  },
  reject: decideAs('rejected', 'rejected_by_bank'),
  pend: decideAs('in_process', 'pending_review_manual'),
  cancel: decideAs('cancelled', 'by_payer'),
  expire(tenant, input) {
    const payment = find(tenant, parseControlInput(onPayment, input).payment_id);
    const outcome = { status: payment.bankCode === null ? 'cancelled' : 'rejected', statusDetail: 'expired' };
    return shown(tenant, decide(tenant, payment, outcome));
  },
  refund(tenant, input) {
    const { payment_id: id, amount } = parseControlInput(refunding, input);
    return shown(tenant, refund(tenant, find(tenant, id), amount ?? null));
  },
  settle_refund(tenant, input) {
    const { refund_id: id, outcome } = parseControlInput(refundSettling, input);
    return shown(tenant, settleRefund(tenant, String(id), outcome));
  },
  payout(tenant, input) {
    const { sourceId, grossMinor } = payOut(tenant, parseControlInput(paying, input).amount);
    return { payout: { id: sourceId, amount: -grossMinor / 100, currency_id: tenant.facts.currency } };
  },
  return_payout(tenant, input) {
    const { sourceId, grossMinor } = returnPayout(tenant, String(parseControlInput(returning, input).payout_id));
    return { payout: { id: sourceId, amount: grossMinor / 100, currency_id: tenant.facts.currency } };
  },
  books,
  charge_back(tenant, input) {
    const { payment_id: id, status_detail: status, amount } = parseControlInput(dispute, input);
    const payment = setChargeback(tenant, find(tenant, id), status, amount);
    const latest = chargebacksOf(tenant, payment.id).at(-1);
    return {
      ...shown(tenant, payment),
      chargeback: latest === undefined ? null : presentChargeback(latest, tenant),
    };
  },
  set_status(tenant, input) {
    const { payment_id: id, status, status_detail: statusDetail } = parseControlInput(anyStatus, input);
    return shown(tenant, moveTo(tenant, find(tenant, id), status, statusDetail));
  },
  pay_preference: payPreference,
};

/** Creates the control of an account. Throws ControlError for what the payment's status does not allow. */
export function createMercadoPagoControl(tenant: Tenant) {
  const own = Object.entries(ACTIONS).map(([name, run]) => [
    name,
    (input: unknown) => {
      rejectOverdue(tenant);
      return run(tenant, input);
    },
  ]);
  const all = { ...gatewayActions(tenant.failures, tenant.channel), ...Object.fromEntries(own) };
  return createActions(all, MercadoPagoError);
}

const resend = z.strictObject({
  payment_id,
  action: z.enum(['payment.created', 'payment.updated']).default('payment.updated'),
  times: z.int().min(1).max(50).default(1),
  parallel: z.boolean().default(false),
});
const oneReference = z.strictObject({ reference: z.string().min(1) });
const byReference = z.strictObject({ external_reference: z.string().optional() });
const approval = z.strictObject({ payment_id, late: z.boolean().default(false) });
const refunding = z.strictObject({ payment_id, amount: z.number().positive().optional() });
const refundSettling = z.strictObject({
  refund_id: payment_id,
  outcome: z.enum(['approved', 'rejected', 'cancelled']),
});
const dispute = z.strictObject({
  payment_id,
  status_detail: z.enum(CHARGEBACK_STATUSES).default('in_process'),
  amount: z.number().positive().optional(),
});
const paying = z.strictObject({ amount: z.number().positive().optional() });
const returning = z.strictObject({ payout_id: payment_id });
const anyStatus = z.strictObject({
  payment_id,
  status: z.string().min(1),
  status_detail: z.string().default(''),
});
const purchase = z.strictObject({
  preference_id: z.string(),
  outcome: z.enum(['approve', 'pending', 'reject']).default('approve'),
  source: z.string().default('account_money'),
  user_id: z.string().optional(),
});

/** The state of everything about one reference, for the application's QA deck. */
function about(tenant: Tenant, input: unknown) {
  const { reference } = parseControlInput(oneReference, input);
  const isMeant = (one: { externalReference: string | null }) =>
    referencesIn(one.externalReference).includes(reference);
  return {
    down: tenant.failures.isDown(reference),
    webhooks: tenant.channel.deliveryRuleOf(reference),
    payments: tenant.payments
      .values()
      .filter(isMeant)
      .map(({ id, status, statusDetail }) => ({ id: String(id), status, status_detail: statusDetail })),
    preferences: tenant.preferences
      .values()
      .filter(isMeant)
      .map(({ id }) => id),
  };
}

/** The account's balance and movements, in hundredths of its currency. */
function books(tenant: Tenant) {
  const { total, available, pending } = balanceOf(tenant);
  const { currency } = tenant.facts;
  return {
    balance: { [currency]: total },
    available: { [currency]: available },
    pending: { [currency]: pending },
    movements: tenant.movements.values().map((one) => ({
      type: one.kind,
      source_id: one.sourceId,
      external_reference: one.externalReference,
      gross: one.grossMinor,
      fee: one.feeMinor,
      net: netOf(one),
      currency,
      date: formatDate(one.at),
      available_on: formatDate(one.availableAt),
    })),
  };
}

function payPreference(tenant: Tenant, input: unknown) {
  const {
    preference_id: preferenceId,
    outcome,
    source: methodId,
    user_id: userId,
  } = parseControlInput(purchase, input);
  const preference = findPreference(tenant, preferenceId);
  const user = userId === undefined ? WALLET_USERS[0] : findWalletUser(userId);
  const source = user === undefined ? undefined : sourceOf(user, methodId, preference.amount);
  if (user === undefined || source === undefined) {
    throw new ControlError(`No such test user, or ${methodId} cannot pay ${preference.amount}.`);
  }
  const payment = payInWallet(tenant, preference, { user, source, outcome });
  const count = paymentsFor(tenant, preference).length;
  return {
    ...shown(tenant, payment),
    return_url: returnAddress(tenant, preference, payment),
    payments: count,
  };
}

function decideAs(status: string, usual: string): Action {
  return (tenant, input) => {
    const { payment_id: id, status_detail: statusDetail } = parseControlInput(decision, input);
    return shown(tenant, decide(tenant, find(tenant, id), { status, statusDetail: statusDetail ?? usual }));
  };
}

function find(tenant: Tenant, id: string | number): Payment {
  return findPayment(tenant, id);
}

function shown(tenant: Tenant, payment: Payment) {
  return { payment: present(tenant, payment), open: isOpen(payment) };
}
