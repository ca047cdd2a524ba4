import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { causeBody, createPartner } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();

async function post(overrides: Record<string, unknown>, permissions: ('causes:set_fee' | 'creators:provision')[]) {
  const { key } = await createPartner({ permissions: ['causes:write', ...permissions] });
  return service.call('/v1/causes', { key, body: causeBody(overrides) });
}

test.each([0, 4.9999, 5.0001, 20])('fee_percent %d other than the agreed 5 needs causes:set_fee: 403', async (fee) => {
  expectProblem(await post({ fee_percent: fee }, ['creators:provision']), 403, 'fee_percent_not_permitted');
});

test('a fee_model other than the agreed one needs causes:set_fee: 403', async () => {
  const reply = await post({ fee_model: 'all_inclusive' }, ['creators:provision']);
  expectProblem(reply, 403, 'fee_model_not_permitted');
});

test.each([{ fee_percent: 5 }, { fee_model: 'plus_gateway_costs' }])(
  '%j equals the agreement and needs no permission',
  async (fee) => {
    expect((await post(fee, ['creators:provision'])).status).toBe(201);
  },
);

test('an owner without an account needs creators:provision: 422, and nothing is created or mailed', async () => {
  const before = [await db().account.count(), await db().cause.count(), await db().email.count()];
  const owner = { email: 'nobody@example.org', name: 'Nobody' };
  expectProblem(await post({ owner }, ['causes:set_fee']), 422, 'owner_not_found');
  expect([await db().account.count(), await db().cause.count(), await db().email.count()]).toEqual(before);
});

test('an invalid body is 400 before its fee or owner is checked', async () => {
  expectProblem(await post({ title: '', fee_percent: 0 }, []), 400, 'validation_failed');
});
