import { describe, expect, it, vi } from 'vitest';
import type { ConfirmationView } from '#lib/payments/checkout-view.ts';
import type { Answer } from './api.ts';
import type { MethodHandle, PayOutcome } from './methods/method.ts';
import { payDonation, type Server } from './pay-donation.ts';

// What a card needs of it; other methods have members of their own.
const OPEN = {
  status: 'open',
  pending: true,
  refund: null,
  amountPaid: null,
  paymentId: null,
} as ConfirmationView;

function scene({
  amounts = [50],
  outcome = { kind: 'sent' } as PayOutcome,
  standing = OPEN as ConfirmationView | null,
}) {
  const answers = [...amounts];
  const server: Server = {
    save: async () => ({
      ok: true,
      value: { amount: answers.length > 1 ? (answers.shift() ?? 0) : (answers[0] ?? 0) },
    }),
    ask: async (): Promise<Answer<ConfirmationView>> =>
      standing ? { ok: true, value: standing } : { ok: false, failure: { kind: 'unreachable' } },
  };
  const pay = vi.fn(async () => outcome);
  const form: MethodHandle = { check: async () => 'ready', pay };
  const attempt = { server, form, donor: { name: 'Ana', email: '' }, choices: { name: 'Ana' }, shown: 50 };
  return { attempt, pay };
}

describe('paying a donation', () => {
  it('charges the amount that the page shows', async () => {
    const { attempt, pay } = scene({});
    expect(await payDonation(attempt)).toEqual({ kind: 'sent' });
    expect(pay).toHaveBeenCalledOnce();
  });

  it('charges nothing when another tab changed the amount, and asks again', async () => {
    const { attempt, pay } = scene({ amounts: [80] });
    expect(await payDonation(attempt)).toEqual({ kind: 'started_over', amount: 80, hasMoved: true });
    expect(pay).not.toHaveBeenCalled();
  });

  it('charges nothing while the card form lacks something', async () => {
    const { attempt, pay } = scene({});
    attempt.form.check = async () => 'incomplete';
    expect(await payDonation(attempt)).toEqual({ kind: 'incomplete' });
    expect(pay).not.toHaveBeenCalled();
  });

  it('charges nothing when the choices cannot be saved', async () => {
    const { attempt, pay } = scene({});
    attempt.server.save = async () => ({ ok: false, failure: { kind: 'unreachable' } });
    expect(await payDonation(attempt)).toEqual({ kind: 'failed', failure: { kind: 'unreachable' } });
    expect(pay).not.toHaveBeenCalled();
  });

  it('shows the amount now asked when the intent was cancelled under it', async () => {
    const { attempt } = scene({ amounts: [50, 80], outcome: { kind: 'stale' } });
    expect(await payDonation(attempt)).toEqual({ kind: 'started_over', amount: 80, hasMoved: true });
  });

  it('starts over at the same amount when only the intent was lost', async () => {
    const { attempt } = scene({ outcome: { kind: 'stale' } });
    expect(await payDonation(attempt)).toEqual({ kind: 'started_over', amount: 50, hasMoved: false });
  });

  it('thanks, and pays nothing twice, when another tab has paid', async () => {
    const paid: ConfirmationView = { ...OPEN, status: 'completed', amountPaid: 50, paymentId: 'pay_1' };
    const { attempt, pay } = scene({ outcome: { kind: 'stale' }, standing: paid });
    expect(await payDonation(attempt)).toEqual({ kind: 'settled', view: paid });
    expect(pay).toHaveBeenCalledOnce();
  });

  it('does not claim to know when the server cannot be asked', async () => {
    const { attempt } = scene({ outcome: { kind: 'stale' }, standing: null });
    expect(await payDonation(attempt)).toEqual({ kind: 'uncertain' });
  });
});
