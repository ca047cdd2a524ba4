import Stripe from 'stripe';
import type { StripeAccountKeys } from '#lib/env/gateway-keys.ts';
import { stripeMode } from '#lib/env/key-modes.ts';
import { modeCheck, type RemoteObject, unlessWrongMode, withAnySecret } from '../port/checks.ts';
import { answerOrCode, GatewayError, InvalidEvent, isUnknownObject, requireAnswer } from '../port/errors.ts';
import type { FoundPayment, RemoteAttempt, Unread } from '../port/payment.ts';
import type { CardIntent, CardRail, GatewayEventHint, StartInput } from '../port/rail.ts';
import { mapRefundRefusals } from '../port/refund-refusals.ts';
import type { RefundInput, RemoteRefund } from '../port/reversals.ts';
import { bookPages, toHoldings } from './books.ts';
import { isEvent, isHandled } from './events.ts';
import { listDisputes, listFailedCharges, listRefunds, refundsOfCharge } from './lists.ts';
import { REFUND_REFUSALS } from './refund-refusals.ts';
import {
  COST_EXPANSIONS,
  cardBounds,
  cardOffer,
  type IntentContext,
  intentOfEvent,
  latestCharge,
  toFoundPayment,
  toMajor,
  toMinor,
  toRemote,
  toRemoteRefund,
} from './translate.ts';

/** The timeout of Stripe, in milliseconds, after which a donor has to retry. */
const TIMEOUT_MS = 10_000;

/** A Stripe account as a card rail (gateways A). `apiBase` points the official SDK elsewhere; never with live keys. */
export function stripeRail(gateway: string, keys: StripeAccountKeys, apiBase: string | undefined): CardRail {
  const stripe = new Stripe(keys.secretKey, {
    ...hostOptions(apiBase),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  const mode = stripeModeCheck(gateway, keys.secretKey);

  const contextOf = async (intent: Stripe.PaymentIntent): Promise<IntentContext> => {
    const charge = latestCharge(intent);
    const unread: Unread[] = [];
    const ask = async <T>(part: Unread['part'], list: () => Promise<T[]>): Promise<T[] | null> => {
      const asked = await answerOrCode(calling(list));
      if (asked.answer === null) unread.push({ part, code: asked.code });
      return asked.answer;
    };
    const failed = async () => (await listFailedCharges(stripe, intent.id)).filter(mode.isOurs);
    const hasFailed = charge?.status === 'failed' || intent.last_payment_error;
    const isPaid = intent.status === 'succeeded';
    // A charge that was not expanded tells nothing.
    const isCharged = charge !== null || Boolean(intent.latest_charge);
    const listed = charge ? refundsOfCharge(charge) : isCharged ? null : [];
    const isUndisputed = charge ? charge.disputed === false : !isCharged;
    return {
      refunds: listed ?? (await ask('refunds', () => listRefunds(stripe, intent.id, charge))),
      disputes: isUndisputed
        ? []
        : await ask('disputes', async () => (await listDisputes(stripe, intent.id)).filter(mode.isOurs)),
      // Money is recorded without them. Of an intent that has none, they are what is asked for.
      failedCharges: (hasFailed && (isPaid ? await ask('declines', failed) : await failed())) || [],
      unread,
    };
  };
  const remoteOf = async (intent: Stripe.PaymentIntent) => toRemote(intent, await contextOf(intent));
  const retrieve = async (reference: string) =>
    mode.intentWithCharge(await stripe.paymentIntents.retrieve(reference, { expand: COST_EXPANSIONS }));
  const toIntent = async (intent: Stripe.PaymentIntent): Promise<CardIntent> => {
    if (!intent.client_secret) throw new GatewayError('failed', 'client_secret_missing', undefined);
    return {
      reference: intent.id,
      clientSecret: intent.client_secret,
      remote: await remoteOf(intent),
      amountMajor: toMajor(intent.amount, intent.currency),
    };
  };

  return {
    kind: 'card',
    gateway,
    publishableKey: keys.publishableKey,
    bounds: cardBounds,
    offer: cardOffer,
    start: (input) => calling(async () => toIntent(mode.intentWithCharge(await createIntent(stripe, input)))),
    retrieveIntent: (reference) => calling(async () => toIntent(await retrieve(reference))),
    retrieve: ({ reference }) => calling(async () => remoteOf(await retrieve(reference))),
    cancel: ({ reference }) =>
      calling(() => cancelIntent(stripe, reference, async () => remoteOf(await retrieve(reference)))),
    refund: async (gatewayPaymentId, input) =>
      (await findRefund(stripe, () => retrieve(gatewayPaymentId), input)) ??
      (await mapRefundRefusals(REFUND_REFUSALS, () => createRefund(stripe, gatewayPaymentId, input))),
    findRefund: (gatewayPaymentId, input) => findRefund(stripe, () => retrieve(gatewayPaymentId), input),
    majorOf: (amountMinor, currency) => toMajor(Number(amountMinor), currency),
    findPayment: (reference) => findIntent(calling(() => retrieve(reference))),
    readBooks: async (period) => ({
      ready: true,
      pages: bookPages((params) => calling(() => stripe.balanceTransactions.list(params)), mode.isOurs, period),
    }),
    readBalance: () => calling(async () => toHoldings(mode.requireOurMode(await stripe.balance.retrieve()))),
    readEvent: async (headers, _url, readBody) => {
      const event = await verifyEvent(stripe, keys.webhookSecrets, headers, readBody);
      // Also acknowledged: a redelivery would be of the other mode again.
      return mode.isOurs(event) && isHandled(event.type) ? toHint(event) : null;
    },
  };
}

/** Refunds and balance transactions have no mode; it is that of their charge or dispute. */
type Moded = { object: string; id?: string; livemode?: boolean };

/** Compares the objects of an account with the mode of its secret key (ruling 61). What is required throws GatewayError. */
function stripeModeCheck(gateway: string, secretKey: string) {
  const check = modeCheck(gateway, stripeMode(secretKey) === 'live');
  const requireOurMode = <T extends Moded>(object: T): T => {
    check.require(toRemoteObject(object));
    return object;
  };
  return {
    isOurs: (object: Moded): boolean => check.isOurs(toRemoteObject(object)),
    requireOurMode,
    /** The same for an intent and its charge, if that is expanded. */
    intentWithCharge: (intent: Stripe.PaymentIntent): Stripe.PaymentIntent => {
      const charge = latestCharge(requireOurMode(intent));
      if (charge) requireOurMode(charge);
      return intent;
    },
  };
}

function toRemoteObject({ object: kind, id, livemode: live }: Moded): RemoteObject {
  return { kind, id, live };
}

function createIntent(stripe: Stripe, input: StartInput): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create(
    {
      amount: toMinor(input.amountMajor, input.currency),
      currency: input.currency.toLowerCase(),
      // `payment_method_types` is gone from this version of Stripe's API (gateways A1c).
      allowed_payment_method_types: ['card'],
      metadata: { ...input.metadata, checkout_link: input.linkId },
      expand: COST_EXPANSIONS,
    },
    { idempotencyKey: input.key },
  );
}

/** An intent of ours; null for one that this account does not know, or that is for no link. @throws GatewayError */
async function findIntent(asked: Promise<Stripe.PaymentIntent>): Promise<FoundPayment | null> {
  try {
    const intent = await unlessWrongMode(asked);
    return intent ? toFoundPayment(intent) : null;
  } catch (error) {
    if (isUnknownObject(error)) return null;
    throw error;
  }
}

async function cancelIntent(
  stripe: Stripe,
  reference: string,
  retrieve: () => Promise<RemoteAttempt>,
): Promise<RemoteAttempt> {
  try {
    await stripe.paymentIntents.cancel(reference, { cancellation_reason: 'abandoned' });
  } catch (error) {
    // The donor was faster, or it is cancelled already: return its current state.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'payment_intent_unexpected_state') throw error;
  }
  return retrieve();
}

/**
 * Searches for a refund by our id: Stripe forgets idempotency keys after some weeks, and refunds never. Both the list of
 * refunds and the charge itself are searched, because a list that is behind or cut looks like any other.
 */
async function findRefund(
  stripe: Stripe,
  retrieve: () => Promise<Stripe.PaymentIntent>,
  { refundId }: RefundInput,
): Promise<RemoteRefund | null> {
  const isOurs = ({ metadata }: Stripe.Refund) => metadata?.refund === refundId;
  const intent = await requireAnswer(calling(retrieve));
  const listed = await requireAnswer(calling(() => listRefunds(stripe, intent.id)));
  const charge = latestCharge(intent);
  const all = [...listed, ...(charge?.refunds?.data ?? [])];
  const found = all.find(isOurs);
  // Ours may be the one that was refunded and is in neither.
  if (all.length === 0 && charge?.amount_refunded) throw new GatewayError('unreachable', 'none_listed', undefined);
  return found ? toRemoteRefund(found) : null;
}

function createRefund(
  stripe: Stripe,
  gatewayPaymentId: string,
  { refundId, amountMinor, key }: RefundInput,
): Promise<RemoteRefund> {
  return calling(async () =>
    toRemoteRefund(
      await stripe.refunds.create(
        { payment_intent: gatewayPaymentId, amount: Number(amountMinor), metadata: { refund: refundId } },
        { idempotencyKey: key },
      ),
    ),
  );
}

async function verifyEvent(
  stripe: Stripe,
  secrets: readonly string[],
  headers: Headers,
  readBody: () => Promise<string>,
): Promise<Stripe.Event> {
  const signature = headers.get('stripe-signature');
  if (secrets.length === 0 || !signature) throw new InvalidEvent('no signature to check');
  const body = await readBody();
  const event = withAnySecret(secrets, (secret) => stripe.webhooks.constructEvent(body, signature, secret));
  if (!isEvent(event)) throw new InvalidEvent('no event');
  return event;
}

const SUCCESS = 'payment_intent.succeeded';

function toHint(event: Stripe.Event): GatewayEventHint {
  const hint = { eventId: event.id, type: event.type, reference: intentOfEvent(event) };
  return event.type === SUCCESS ? { ...hint, reports: 'success' } : hint;
}

function hostOptions(apiBase: string | undefined) {
  if (!apiBase) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}

/** Calls Stripe, and converts the SDK's errors into GatewayErrors. */
async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new GatewayError(failureOf(error), error.code ?? error.type, error);
  }
}

function failureOf(error: Stripe.errors.StripeError): GatewayError['failure'] {
  // A timeout or a lost connection leaves open whether Stripe acted; so does "still working on the first request".
  if (error instanceof Stripe.errors.StripeConnectionError || error.statusCode === 409 || error.statusCode === 429)
    return 'unreachable';
  // A key that is being rotated: the same call may succeed later.
  const isAboutUs = error.statusCode === 401 || error.statusCode === 403;
  if (isAboutUs || error.statusCode === undefined || error.statusCode >= 500) return 'failed';
  return 'refused';
}
