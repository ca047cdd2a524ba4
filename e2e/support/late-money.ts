import { expect } from '@playwright/test';
import { CARDS } from '#sdk/src/testing/cards.ts';
import type { Donor } from '#sdk/src/testing/donor.ts';
import { gatewayAt } from '#sdk/src/testing/gateway.ts';
import type { Instance } from '#testing/instance.ts';
import type { Emulator } from './emulator.ts';

/** The link expires now. */
export async function expire({ baseUrl }: Instance, link: { id: string }): Promise<void> {
  await gatewayAt(baseUrl).expire(link);
}

type Scene = { donor: Donor; emulator: Emulator; instance: Instance };

/**
 * A card pays the link on the open page, and the money arrives after the link has expired. Returns the id of the payment at the
 * processor.
 */
export async function payLate({ donor, emulator, instance }: Scene, link: { id: string }): Promise<string> {
  await donor.payWith(CARDS.asksForApproval);
  const { id } = await emulator.intentIn('requires_action', link);
  await donor.page.goto('about:blank');
  // The end of a link cancels its payment; here the processor does not answer that call.
  const deaf = { kind: 'status', status: 500, times: 1000, method: 'POST', path: '/cancel$' };
  await emulator.control('stripe/fail', deaf);
  await expire(instance, link);
  const expired = Date.now();
  // The processor's clock has whole seconds, so one more has to pass before money counts as late.
  await expect.poll(() => Date.now() - expired).toBeGreaterThan(1_000);
  await emulator.control('stripe/authenticate', { payment_intent: id, outcome: 'complete' });
  await emulator.control('stripe/gateway_up');
  return id;
}
