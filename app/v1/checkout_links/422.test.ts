import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAUSE_STATES, isPubliclyVisible } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { changeCause, createPartner, mintLink, type Partner, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
let stranger: Partner;
let cause: string;
beforeAll(async () => {
  stranger = await createPartner();
  cause = await publishedCause(service, partner);
});
afterAll(async () => {
  expect(await db().checkoutLink.count()).toBe(0);
});

const mint = (key: string, overrides: Record<string, unknown> = {}) => mintLink(service, key, { cause, ...overrides });

test.each(['none', 'A-WELL', 'x'.repeat(5000), '💸', "' OR 1=1", '__proto__'])(
  'cause %j: cause_not_found',
  async (unknown) => {
    expectProblem(await mint(partner.key, { cause: unknown }), 422, 'cause_not_found');
  },
);

describe.each(CAUSE_STATES.filter((state) => !['published', 'verified', 'in_verification'].includes(state)))(
  'on another client’s cause in state %s',
  (state) => {
    const code = isPubliclyVisible(state) ? 'cause_not_accepting_payments' : 'cause_not_found';
    test(`a mint is refused: ${code}`, async () => {
      await changeCause(cause, { state });
      expectProblem(await mint(stranger.key), 422, code);
    });
  },
);

test('a cause in a state without a public name is not accepting payments', async () => {
  await db().cause.update({ where: { key: cause }, data: { state: 'en_revision' } });
  expectProblem(await mint(partner.key), 422, 'cause_not_accepting_payments');
});

test('a cause whose closing time has passed is not accepting payments, in any state', async () => {
  for (const state of ['published', 'verified', 'in_verification'] as const) {
    await changeCause(cause, { state, closesAt: new Date(Date.now() - 1) });
    expectProblem(await mint(partner.key), 422, 'cause_not_accepting_payments');
  }
  await changeCause(cause, { state: 'published', closesAt: null });
});

test.each(['EUR', 'COP', 'MXN'])(
  '%s on a cause that collects USD: currency_not_supported, never converted',
  async (currency) => {
    const { detail } = expectProblem(await mint(partner.key, { currency }), 422, 'currency_not_supported');
    expect(detail).toContain('USD');
  },
);

test('a cause that is not accepting payments is refused before its currency is checked', async () => {
  await changeCause(cause, { state: 'paused' });
  expectProblem(await mint(partner.key, { currency: 'EUR' }), 422, 'cause_not_accepting_payments');
  await changeCause(cause, { state: 'published' });
});

test('an address that a cause once had cannot be taken by another', async () => {
  const other = await publishedCause(service, stranger);
  await changeCause(cause, { slug: 'ours' });
  await changeCause(cause, { slug: 'ours-now' });
  for (const slug of ['ours', 'ours-now', cause]) await expect(changeCause(other, { slug })).rejects.toThrow();
  await changeCause(cause, { slug: 'ours' });
});
