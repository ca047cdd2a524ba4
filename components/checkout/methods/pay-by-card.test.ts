import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { payByCard } from './card-payment.ts';

const INTENT = { client_secret: 'pi_1_secret_1', publishable_key: 'pk_test_1', payment_intent_id: 'pi_1' };
const OPEN = { status: 'requires_payment_method', amount: 5000 };

afterEach(() => vi.unstubAllGlobals());

type Play = { intent?: Response | Error; retrieved?: object; confirmed?: object; email?: string };

/** Pays $50, and tells what became of it and what was confirmed. */
async function pay(play: Play) {
  const { intent = Response.json(INTENT), retrieved = { paymentIntent: OPEN } } = play;
  const { confirmed = { paymentIntent: { status: 'succeeded' } }, email = '' } = play;
  vi.stubGlobal('fetch', () => (intent instanceof Error ? Promise.reject(intent) : Promise.resolve(intent)));
  const confirmPayment = vi.fn(async () => {
    if (confirmed instanceof Error) throw confirmed;
    return confirmed;
  });
  const reload = vi.fn();
  const stripe = {
    confirmPayment,
    retrievePaymentIntent: async () => {
      if (retrieved instanceof Error) throw retrieved;
      return retrieved;
    },
  } as unknown as Stripe;
  const outcome = await payByCard({
    key: 'pk_test_1',
    stripe,
    elements: {} as StripeElements,
    linkId: 'chl_1',
    currency: 'USD',
    payer: { amount: 50, name: 'Ana', email },
    reload,
    returnUrl: 'https://give.example.org',
  });
  return { outcome, confirmPayment, reload };
}

describe('a card payment', () => {
  it('confirms the intent that the link has now, for the donor who confirmed', async () => {
    const { outcome, confirmPayment } = await pay({});
    expect(outcome).toEqual({ kind: 'sent', processing: false });
    expect(confirmPayment).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        clientSecret: 'pi_1_secret_1',
        confirmParams: {
          return_url: 'https://give.example.org',
          payment_method_data: { billing_details: { name: 'Ana' } },
        },
      }),
    );
  });

  it.each(['ana.maria+casa@mail-2.example.co.uk', 'Ana_1@EXAMPLE.org'])('is in the name of %s', async (email) => {
    const { confirmPayment } = await pay({ email });
    expect(confirmPayment.mock.lastCall).toMatchObject([
      { confirmParams: { payment_method_data: { billing_details: { name: 'Ana', email } } } },
    ]);
  });

  it.each([
    'josé@example.org',
    'ana@diseño.example.org',
    '"ana"@example.org',
    'ana..maria@example.org',
    'ana@example.c',
  ])('does not fail for %s, which the processor would refuse', async (email) => {
    const { confirmPayment } = await pay({ email });
    expect(confirmPayment.mock.lastCall).toMatchObject([
      { confirmParams: { payment_method_data: { billing_details: { name: 'Ana' } } } },
    ]);
    expect(JSON.stringify(confirmPayment.mock.lastCall)).not.toContain('email');
  });

  it.each<[string, Play, object]>([
    [
      'the server cannot be reached',
      { intent: new Error('offline') },
      { kind: 'not_started', failure: { kind: 'unreachable' } },
    ],
    [
      'the link has ended',
      {
        intent: Response.json({ code: 'checkout_link_not_payable', status_detail: 'expired' }, { status: 409 }),
      },
      { kind: 'not_started', failure: { kind: 'not_payable', status: 'expired' } },
    ],
    [
      'the gateway cannot be reached',
      { retrieved: { error: { type: 'api_connection_error' } } },
      { kind: 'not_started', failure: { kind: 'unavailable', seconds: 0 } },
    ],
    [
      'its library fails',
      { retrieved: new Error('broken') },
      { kind: 'not_started', failure: { kind: 'unavailable', seconds: 0 } },
    ],
    [
      'the intent is of another amount than the page shows',
      { retrieved: { paymentIntent: { ...OPEN, amount: 10_000 } } },
      { kind: 'stale' },
    ],
    [
      'another payment of the link is being processed',
      { retrieved: { paymentIntent: { ...OPEN, status: 'processing' } } },
      { kind: 'not_started', failure: { kind: 'processing' } },
    ],
  ])('is not confirmed where %s', async (_name, play, expected) => {
    const { outcome, confirmPayment, reload } = await pay(play);
    expect(outcome).toEqual(expected);
    expect(confirmPayment).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('is not confirmed by a form of another gateway account, which is loaded anew', async () => {
    const { outcome, confirmPayment, reload } = await pay({
      intent: Response.json({ ...INTENT, publishable_key: 'pk_test_2' }),
    });
    expect(outcome).toEqual({ kind: 'stale' });
    expect(confirmPayment).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each<[string, object, object]>([
    ['broken off', new Error('broken'), { kind: 'uncertain' }],
    ['unanswered', { error: { type: 'api_connection_error' } }, { kind: 'uncertain' }],
    ['of a cancelled intent', { paymentIntent: { status: 'canceled' } }, { kind: 'stale' }],
    ['undecided', { paymentIntent: { status: 'processing' } }, { kind: 'sent', processing: true }],
  ])('that was %s when it was confirmed is never called charged or not charged', async (_name, confirmed, expected) => {
    expect((await pay({ confirmed })).outcome).toEqual(expected);
  });
});
