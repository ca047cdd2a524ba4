import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { readCardFailure } from './card-failure.ts';
import type { Donor, PayOutcome } from './method.ts';

type CardPayment = { stripe: Stripe; elements: StripeElements; donor: Donor; returnUrl: string };

/** Confirms the intent with the card in the form. The bank's own questions appear over the page. */
export async function payByCard({ stripe, elements, donor, returnUrl }: CardPayment): Promise<PayOutcome> {
  const billing = {
    ...(donor.name === '' ? {} : { name: donor.name }),
    ...(donor.email === '' ? {} : { email: donor.email }),
  };
  try {
    const result = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: billing } },
    });
    if (result.error) return readCardFailure(result.error);
    // Called off while the bank was asked: another tab changed the amount, or the link ended.
    const { status } = result.paymentIntent;
    return status === 'canceled' ? { kind: 'stale' } : { kind: 'sent', processing: status === 'processing' };
  } catch {
    return { kind: 'uncertain' };
  }
}
