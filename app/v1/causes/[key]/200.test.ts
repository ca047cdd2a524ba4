import { beforeAll, describe, expect, test } from 'vitest';
import { CAUSE_STATES, isPubliclyVisible } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { changeCause, createPartner, type Partner, publishedCause } from '#testing/factories.ts';
import { expectProblem } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();
let owner: Partner;
let other: Partner;
let cause: string;
beforeAll(async () => {
  owner = await createPartner();
  other = await createPartner();
  cause = await publishedCause(service, owner, {
    external_reference: 'ours',
    description: 'D',
    category: 'C',
  });
});

const read = (partner: Partner, key = cause) => service.call(`/v1/causes/${key}`, { key: partner.key });

const MEMBERS = [
  'key',
  'object',
  'slug',
  'url',
  'state',
  'title',
  'country',
  'goal',
  'finance_data',
  'owners',
  'created_at',
];

describe.each(CAUSE_STATES)('in state %s', (state) => {
  test('its own client reads it, with owner and reference', async () => {
    await db().cause.update({ where: { key: cause }, data: { state } });
    expect((await read(owner)).body).toMatchObject({
      state,
      owners: [{ email: 'owner@example.org' }],
      external_reference: 'ours',
    });
  });

  test(`another client ${isPubliclyVisible(state) ? 'reads it without owner and reference' : 'does not find it'}`, async () => {
    await db().cause.update({ where: { key: cause }, data: { state } });
    const reply = await read(other);
    if (!isPubliclyVisible(state)) return expectProblem(reply, 404, 'cause_not_found');
    expect(reply.body).toMatchObject({ state, owners: [] });
    expect(Object.keys(reply.body).sort()).toEqual([...MEMBERS, 'category', 'description', 'totals'].sort());
    expect(reply.text).not.toContain('owner@example.org');
  });
});

test('a hidden cause looks exactly like a missing one', async () => {
  await db().cause.update({ where: { key: cause }, data: { state: 'draft' } });
  const { type: _t, instance: _i, ...hidden } = (await read(other)).body;
  const { type: _u, instance: _j, ...missing } = (await read(other, 'none')).body;
  expect(hidden).toEqual(missing);
});

test('a stored state or fee model without a public name is returned as unknown, and others cannot see the cause', async () => {
  await db().cause.update({ where: { key: cause }, data: { state: 'en_revision', feeModel: 'legacy' } });
  const { body } = await read(owner);
  expect([body.state, body.finance_data.fee_model]).toEqual(['unknown', 'unknown']);
  expectProblem(await read(other), 404, 'cause_not_found');
  await db().cause.update({ where: { key: cause }, data: { state: 'published', feeModel: 'all_inclusive' } });
});

test('a slug is display data: the key stays, and the slug does not find the cause', async () => {
  const slug = 'agua-para-san-juan';
  await changeCause(cause, { slug, state: 'published' });
  expect((await read(owner)).body).toMatchObject({ key: cause, slug, url: `${service.url}/c/${slug}` });
  expectProblem(await read(owner, slug), 404, 'cause_not_found');
  expectProblem(await read(owner, cause.toUpperCase()), 404, 'cause_not_found');
});

test('closes_at is present only when a closing time is set', async () => {
  expect((await read(owner)).body).not.toHaveProperty('closes_at');
  await changeCause(cause, { closesAt: new Date('2030-01-02T03:04:05.006Z') });
  expect((await read(owner)).body.closes_at).toBe('2030-01-02T03:04:05.006Z');
  await changeCause(cause, { closesAt: null });
  expect((await read(owner)).body).not.toHaveProperty('closes_at');
});

test('totals are absent while the creator hides amounts, even for the owner', async () => {
  await changeCause(cause, { hideAmounts: true });
  for (const partner of [owner, other]) expect((await read(partner)).body).not.toHaveProperty('totals');
  await changeCause(cause, { hideAmounts: false });
  expect((await read(other)).body.totals).toEqual({ collected: 0, contributions: 0, contributors: 0 });
});

test('unset members are absent, never null', async () => {
  const { body, text } = await read(owner, await publishedCause(service, owner));
  expect(Object.keys(body).sort()).toEqual([...MEMBERS, 'totals'].sort());
  expect(text).not.toContain('null');
});

test('an Idempotency-Key is ignored', async () => {
  const headers = { 'idempotency-key': 'x'.repeat(300) };
  const reply = await service.call(`/v1/causes/${cause}`, { key: owner.key, headers });
  expect(reply.status).toBe(200);
  expect(reply.headers.has('idempotent-replayed')).toBe(false);
});

test('evidence, phone and client are not returned', async () => {
  const { body } = await read(owner);
  const stored = await db().cause.findUniqueOrThrow({ where: { key: cause }, include: { owner: true } });
  expect(stored.termsVersion).not.toBe('');
  for (const secret of [stored.termsAcceptedIp, stored.termsVersion, stored.clientId, stored.ownerId])
    expect(Object.values(body)).not.toContain(secret);
  expect(Object.keys(body).filter((name) => /terms|phone|client/.test(name))).toEqual([]);
});
