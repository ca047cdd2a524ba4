import type Stripe from 'stripe';
import type { AccountStore, Charge, Intent, PaymentMethod } from './account-store.ts';
import { settleCharge } from './balance.ts';
import type { CardBehaviour, Decline } from './cards.ts';

/** Records an attempt to take the intent's amount; `decline` undefined means the bank agreed. */
export function recordCharge(
  store: AccountStore,
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  decline: Decline | undefined,
  authenticated: boolean,
): Charge {
  const paid = decline === undefined;
  const charge = {
    id: `ch_${store.context.random()}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'EMULATOR',
    captured: paid,
    created: store.context.clock.nowSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(intent, method, behaviour, authenticated) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `${store.context.publicUrl}/emu/receipts/${intent.id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  } satisfies Stripe.Charge;
  if (paid) charge.balance_transaction = settleCharge(store, charge.id, charge.amount, charge.currency);
  store.charges.set(charge.id, charge);
  return charge;
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  if (decline === undefined) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    advice_code: decline.declineCode === 'insufficient_funds' ? 'try_again_later' : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'declined_by_network',
    reason: decline.declineCode ?? decline.code,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  };
}

function cardDetails(
  intent: Intent,
  method: PaymentMethod,
  behaviour: CardBehaviour,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method;
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: behaviour.brand,
    checks: card.checks,
    country: behaviour.country,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: behaviour.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: behaviour.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated ? threeDSecure() : null,
    transaction_link_id: null,
    wallet: card.wallet as Stripe.Charge.PaymentMethodDetails.Card.Wallet | null,
  };
}

function threeDSecure(): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: '00000000-0000-4000-8000-000000000000',
    version: '2.2.0',
  };
}
