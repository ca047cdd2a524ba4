import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { causeBody, pay } from '#testing/factories.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  eventOf,
  hold,
  holdIntent,
  intentsAt,
  mailsTo,
  poll,
  statesOf,
  until,
  WAIT_OPTIONS,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
let server: ChildServer;
beforeAll(async () => {
  server = await restart();
});
afterAll(async () => {
  await server.kill();
});

/** Starts a server, which receives the gateway's events from now on. */
async function restart(): Promise<ChildServer> {
  const started = await startChildServer();
  await service.control('stripe/webhook_endpoint', {
    url: `${started.url}/webhooks/stripe`,
    secret: 'whsec_emulator',
  });
  await service.control('stripe/webhooks', { drop: true });
  return started;
}

/** A call to a server that is about to be killed: it gets no answer. */
const unanswered = (call: Promise<unknown>) => call.then(() => 'answered').catch(() => 'broken off');

/** After a restart donors retry until they are served: the dead server's claim has to expire. */
async function intentAfterRestart(linkId: string): Promise<string> {
  server = await restart();
  const answer = await until('a payment intent', async () => {
    const reply = await askIntent(server, linkId);
    expect([200, 503]).toContain(reply.status);
    return reply.status === 200 && reply;
  });
  return answer.body.payment_intent_id;
}

/** The required end: one intent, one payment, one receipt, and a completed link. */
async function expectOnePayment(linkId: string, intent: string, donor: string): Promise<void> {
  await pay(service, intent);
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  await service.control('stripe/resend', { event });
  expect((await poll(server, partner.key, linkId)).body).toMatchObject({
    status: 'completed',
    amount_paid: 50,
  });
  expect((await intentsAt(service, linkId)).map(({ status }) => status)).toEqual(['succeeded']);
  expect(await statesOf(linkId)).toEqual(['approved']);
  expect(await mailsTo(donor)).toEqual(['donation_completed']);
}

test('killed after claiming the attempt and before calling the gateway: the attempt is taken over', async () => {
  const link = await newLink({ email: 'a@example.org' });
  await service.control('stripe/gateway_down');
  const asked = unanswered(askIntent(server, link.id));
  await until('the attempt is claimed', async () => (await attemptsOf(link.id)).length > 0);
  await server.kill();
  expect(await asked).toBe('broken off');
  await service.control('stripe/gateway_up');
  await expectOnePayment(link.id, await intentAfterRestart(link.id), 'a@example.org');
});

test('killed after the gateway created the intent and before we stored it: that intent is found again', async () => {
  const link = await newLink({ email: 'b@example.org' });
  const gateway = await holdIntent(service, { executed: true });
  const asked = unanswered(askIntent(server, link.id));
  await gateway.arrived();
  const [made] = await intentsAt(service, link.id);
  await server.kill();
  expect(await asked).toBe('broken off');
  expect(await attemptsOf(link.id)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${link.id}`;
  const intent = await intentAfterRestart(link.id);
  expect(made?.id).toMatch(/^pi_/);
  expect(intent).toBe(made?.id);
  await expectOnePayment(link.id, intent, 'b@example.org');
});

test('killed while handling the event of a success: the next delivery records it', async () => {
  const link = await newLink({ email: 'c@example.org' });
  const intent = (await askIntent(server, link.id)).body.payment_intent_id;
  await pay(service, intent);
  const event = await eventOf(service, 'payment_intent.succeeded', intent);
  const gateway = await hold(service, 'stripe', { method: 'GET', path: `^/v1/payment_intents/${intent}` });
  const delivered = service.control('stripe/resend', { event });
  await gateway.arrived();
  expect(await db().gatewayEvent.count({ where: { eventId: event } })).toBe(1);
  await server.kill();
  expect(await delivered).toMatchObject([{ status: 0 }]);
  expect(await statesOf(link.id)).toEqual(['pending']);
  server = await restart();
  expect(await service.control('stripe/resend', { event })).toMatchObject([{ status: 200 }]);
  expect(await statesOf(link.id)).toEqual(['approved']);
  expect(await mailsTo('c@example.org')).toEqual(['donation_completed']);
});

test('killed within the transaction that records a payment: nothing is half-recorded, and the next return records it', async () => {
  const link = await newLink({ email: 'f@example.org' });
  await pay(service, (await askIntent(server, link.id)).body.payment_intent_id);
  let returned: Promise<string> = Promise.resolve('');
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM checkout_links WHERE id = ${link.id} FOR UPDATE`;
    returned = unanswered(donorReturns(server, link.id));
    await until('the record waits for the lock', async () => {
      const waiting = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await server.kill();
  }, WAIT_OPTIONS);
  expect(await returned).toBe('broken off');
  expect([await statesOf(link.id), await mailsTo('f@example.org')]).toEqual([['pending'], []]);
  server = await restart();
  expect((await donorReturns(server, link.id)).body.status).toBe('completed');
  expect([await statesOf(link.id), await mailsTo('f@example.org')]).toEqual([['approved'], ['donation_completed']]);
});

/**
 * Kills the server while the database carries out its POST of a cause, and starts another one.
 * @param title of the cause, and the idempotency key
 * @param cutOff whether the database loses the request too, as in a power cut; else it finishes the request on its own
 */
async function killedInPost(title: string, cutOff: boolean) {
  const email = `${cutOff ? 'cut-off' : 'finished'}@example.org`;
  const call = {
    key: partner.key,
    body: causeBody({ title, owner: { email, name: 'K' } }),
    headers: { 'idempotency-key': title },
  };
  // Blocks the insertion of the cause's address, which comes before the commit.
  const owner = await connectAsOwner();
  await owner.query('BEGIN; LOCK TABLE cause_addresses IN ACCESS EXCLUSIVE MODE');
  const posted = unanswered(server.call('/v1/causes', call));
  const pid = await until('the request waits for the table', async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'cause_addresses'::regclass`,
    );
    return rows[0]?.pid;
  });
  await server.kill();
  expect(await posted).toBe('broken off');
  const isOver = async () => {
    const { rows } = await owner.query('SELECT 1 FROM pg_locks WHERE pid = $1', [pid]);
    return rows.length === 0;
  };
  if (cutOff) {
    await db().$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
    await until('the request is cut off', isOver);
  }
  await owner.query('COMMIT');
  if (!cutOff) await until('the request is finished', isOver);
  await owner.end();
  server = await restart();
  const created = () => db().cause.count({ where: { title } });
  return { email, created, retry: () => server.call('/v1/causes', call) };
}

test('killed in a creating POST before the commit: the key is free and one thing is created', async () => {
  const { email, created, retry } = await killedInPost('Cut off', true);
  expect(await created()).toBe(0);
  const first = await until('the key is free', async () => {
    const reply = await retry();
    return reply.status !== 409 && reply;
  });
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const again = await retry();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(await created()).toBe(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('killed in a creating POST that the database finishes: the key replays the one thing that was created', async () => {
  const { email, created, retry } = await killedInPost('Finished', false);
  expect(await created()).toBe(1);
  const again = await retry();
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await created()).toBe(1);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('killed in a payment intent with a key: refused while the server may be alive, then one intent under the key', async () => {
  const link = await newLink({ email: 'e@example.org' });
  const keyed = { headers: { 'idempotency-key': 'cut' } };
  const gateway = await holdIntent(service, { executed: true });
  const asked = unanswered(askIntent(server, link.id, keyed));
  await gateway.arrived();
  await server.kill();
  expect(await asked).toBe('broken off');

  server = await restart();
  expect((await askIntent(server, link.id, keyed)).body.code).toBe('idempotency_key_in_progress');
  // Half a minute later.
  await db().$executeRaw`UPDATE idempotency_records SET created_at = created_at - interval '31 seconds'`;
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${link.id}`;
  const reply = await until('the key is taken over', async () => {
    const answer = await askIntent(server, link.id, keyed);
    return answer.status === 200 && answer;
  });
  const again = await askIntent(server, link.id, keyed);
  expect(again.body).toEqual(reply.body);
  await expectOnePayment(link.id, reply.body.payment_intent_id, 'e@example.org');
});
