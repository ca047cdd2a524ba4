import { z } from 'zod';
import { ControlError } from '#emulators/control-input.ts';
import { heldControls, outageControls } from '#emulators/failures.ts';
import { webhookFailureControls } from '#emulators/webhooks/channel.ts';
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
import { refund, settleRefund } from './refunds-api.ts';
import { SIGNATURE_VARIANTS } from './signature.ts';
import { changeSwitches } from './switches.ts';
import { resetTenant, type Tenant } from './tenant.ts';
import { payInWallet, paymentsFor, returnAddress } from './wallet-payments.ts';
import { findWalletUser, sourceOf, WALLET_USERS } from './wallet-users.ts';

type Action = (tenant: Tenant, input: unknown) => unknown | Promise<unknown>;

const payment_id = z.union([z.int(), z.string().regex(/^\d+$/)]);
const onPayment = z.strictObject({ payment_id });
const decision = z.strictObject({ payment_id, status_detail: z.string().min(1).optional() });

/** Every control action; `README.md` in this folder documents them. */
const ACTIONS: Record<string, Action> = {
  reset(tenant) {
    resetTenant(tenant);
    return { reset: true };
  },
  fail: (tenant, input) => tenant.failures.add(input),
  gateway_down: (tenant, input) => outageControls(tenant.failures).gateway_down(input),
  gateway_up: (tenant, input) => outageControls(tenant.failures).gateway_up(input),
  held: (tenant, input) => heldControls(tenant.failures).held(input),
  release: (tenant, input) => heldControls(tenant.failures).release(input),
  switches(tenant, input) {
    tenant.switches = changeSwitches(input, tenant.switches);
    return tenant.switches;
  },
  webhooks: (tenant, input) => tenant.channel.control(checkedSwitches(input)),
  webhooks_about: (tenant, input) => webhookFailureControls(tenant.channel).webhooks_about(input),
  release_webhooks: (tenant, input) => webhookFailureControls(tenant.channel).release_webhooks(input),
  about,
  deliveries: (tenant) => tenant.channel.deliveries(),
  async resend(tenant, input) {
    const { payment_id: id, action, times, parallel } = check(resend, input);
    const message = webhookOf(tenant, find(tenant, id), action);
    return tenant.channel.resend(message, times, parallel);
  },
  async idle(tenant) {
    await tenant.channel.idle();
    return {};
  },
  payments(tenant, input) {
    const { external_reference: externalReference } = check(byReference, input);
    const all = tenant.payments.values();
    const wanted = all.filter(
      (each) => externalReference === undefined || each.externalReference === externalReference,
    );
    return { payments: wanted.map((payment) => present(tenant, payment)) };
  },
  preferences: (tenant) => ({
    preferences: tenant.preferences.values().map(({ id }) => readPreference(tenant, id)),
  }),
  approve(tenant, input) {
    const { payment_id: id, late } = check(approval, input);
    return shown(
      tenant,
      decide(tenant, find(tenant, id), { status: 'approved', statusDetail: 'accredited', late }),
    );
  },
  reject: decideAs('rejected', 'rejected_by_bank'),
  pend: decideAs('in_process', 'pending_review_manual'),
  cancel: decideAs('cancelled', 'by_payer'),
  expire(tenant, input) {
    const payment = find(tenant, check(onPayment, input).payment_id);
    const outcome = { status: payment.bankCode === null ? 'cancelled' : 'rejected', statusDetail: 'expired' };
    return shown(tenant, decide(tenant, payment, outcome));
  },
  refund(tenant, input) {
    const { payment_id: id, amount } = check(refunding, input);
    return shown(tenant, refund(tenant, find(tenant, id), { amount: amount ?? null }));
  },
  settle_refund(tenant, input) {
    const { refund_id: id, outcome } = check(refundSettling, input);
    return shown(tenant, settleRefund(tenant, String(id), outcome));
  },
  payout(tenant, input) {
    const { sourceId, grossMinor } = payOut(tenant, check(paying, input).amount);
    return { payout: { id: sourceId, amount: -grossMinor / 100, currency_id: tenant.facts.currency } };
  },
  return_payout(tenant, input) {
    const { sourceId, grossMinor } = returnPayout(tenant, String(check(returning, input).payout_id));
    return { payout: { id: sourceId, amount: grossMinor / 100, currency_id: tenant.facts.currency } };
  },
  books,
  charge_back(tenant, input) {
    const { payment_id: id, status_detail: status, amount } = check(dispute, input);
    const payment = setChargeback(tenant, find(tenant, id), status, amount);
    const latest = chargebacksOf(tenant, payment.id).at(-1);
    return {
      ...shown(tenant, payment),
      chargeback: latest === undefined ? null : presentChargeback(latest, tenant),
    };
  },
  set_status(tenant, input) {
    const { payment_id: id, status, status_detail: statusDetail } = check(anyStatus, input);
    return shown(tenant, moveTo(tenant, find(tenant, id), status, statusDetail));
  },
  pay_preference: payPreference,
};

/**
 * Executes a control action on an account. Answers plain data.
 * Throws ControlError for an unknown action, a bad input, or what the payment's status does not allow.
 */
export async function control(tenant: Tenant, action: string, input: unknown): Promise<unknown> {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (run === undefined) {
    throw new ControlError(`Unknown action ${action}. Known: ${Object.keys(ACTIONS).join(', ')}.`);
  }
  rejectOverdue(tenant);
  try {
    return await run(tenant, input);
  } catch (cause) {
    if (cause instanceof MercadoPagoError) throw new ControlError(cause.message);
    throw cause;
  }
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
const signature = z.looseObject({ signature: z.enum(SIGNATURE_VARIANTS).optional() });

/** The state of everything about one reference, for the application's QA deck. */
function about(tenant: Tenant, input: unknown) {
  const { reference } = check(oneReference, input);
  const isMeant = (one: { externalReference: string | null }) => one.externalReference === reference;
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
      ...{ type: one.kind, source_id: one.sourceId, external_reference: one.externalReference },
      ...{ gross: one.grossMinor, fee: one.feeMinor, net: netOf(one), currency },
      ...{ date: formatDate(one.at), available_on: formatDate(one.availableAt) },
    })),
  };
}

function payPreference(tenant: Tenant, input: unknown) {
  const { preference_id: preferenceId, outcome, source: methodId, user_id: userId } = check(purchase, input);
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
    const { payment_id: id, status_detail: statusDetail } = check(decision, input);
    return shown(tenant, decide(tenant, find(tenant, id), { status, statusDetail: statusDetail ?? usual }));
  };
}

/** The shared switches, with the signature checked against the variants this gateway knows. */
function checkedSwitches(input: unknown): unknown {
  if (input === undefined || input === null) return undefined;
  check(signature, input);
  return input;
}

function find(tenant: Tenant, id: string | number): Payment {
  return findPayment(tenant, id);
}

function shown(tenant: Tenant, payment: Payment) {
  return { payment: present(tenant, payment), open: isOpen(payment) };
}

function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new ControlError(z.prettifyError(parsed.error));
}
