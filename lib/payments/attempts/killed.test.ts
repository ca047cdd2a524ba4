import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { connectAsOwner } from '#testing/as-owner.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { causeBody, pay } from '#testing/factories.ts';
import {
  askIntent,
  attemptsOf,
  donorReturns,
  eventOf,
  intentsAt,
  mailsTo,
  poll,
  statesOf,
  until,
} from '#testing/money.ts';
import { linksOnOneCause, runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const { newLink } = linksOnOneCause(service, partner);
/** The service of this process takes the place of the server that is killed, and of that which is started again. */
let killed: Awaited<ReturnType<typeof killInAllOfThem>>;
beforeAll(async () => {
  await service.control('stripe/webhooks', { drop: true });
  const server = await startChildServer();
  await eventsGoTo(server);
  try {
    killed = await killInAllOfThem(server);
  } finally {
    await server.kill();
  }
  await eventsGoTo(service);
});

function eventsGoTo({ url }: Pick<ChildServer, 'url'>) {
  return service.control('stripe/webhook_endpoint', { url: `${url}/webhooks/stripe`, secret: 'whsec_emulator' });
}

/** A call to a server that is about to be killed: it gets no answer. */
const unanswered = (call: Promise<unknown>) => call.then(() => 'answered').catch(() => 'broken off');

/** The one kill that every test begins with: the server is at another step of each of these calls. */
async function killInAllOfThem(server: ChildServer) {
  const [claimed, created, keyed] = [await newLink(donor('a')), await newLink(donor('b')), await newLink(donor('e'))];
  const [reported, recording] = [await paid(server, donor('c')), await paid(server, donor('f'))];
  const event = await eventOf(service, 'payment_intent.succeeded', reported.intent);
  const recorded = await whileRecording(server, recording.link.id);
  const posting = await whilePosting(server);
  // The gateway comes last: the server waits ten seconds for it, and twenty for a lock.
  const creation = { kind: 'held', method: 'POST', path: '^/v1/payment_intents$' };
  // The attempt is claimed, and the gateway has done nothing yet.
  await service.control('stripe/fail', { ...creation, reference: claimed.id });
  // The gateway has created the intent, and we have not stored it.
  for (const { id } of [created, keyed])
    await service.control('stripe/fail', { ...creation, reference: id, executed: true });
  // The event of a success is stored, and the gateway is asked about it.
  const question = { kind: 'held', method: 'GET', path: `^/v1/payment_intents/${reported.intent}` };
  await service.control('stripe/fail', question);
  const held = [askIntent(server, claimed.id), askIntent(server, created.id), askIntent(server, keyed.id, KEYED)];
  const asked = held.map(unanswered);
  const delivered = service.control('stripe/resend', { event });
  await until('the gateway holds all four', async () => {
    const requests: unknown[] = await service.control('stripe/held');
    return requests.length === 4;
  });
  await server.kill();
  await posting.finish();
  await recorded.unlock();
  const calls = [...asked, recorded.asked, ...posting.asked];
  expect(await Promise.all(calls)).toEqual(calls.map(() => 'broken off'));
  expect(await delivered).toMatchObject([{ status: 0 }]);
  expect(await db().gatewayEvent.count({ where: { eventId: event } })).toBe(1);
  return { claimed, created, keyed, reported: { ...reported, event }, recording };
}

const KEYED = { headers: { 'idempotency-key': 'cut' } };
const donor = (name: string) => ({ email: `${name}@example.org` });

/** A link whose card payment has succeeded at the gateway; we do not know it yet. */
async function paid(server: ChildServer, overrides: Record<string, unknown>) {
  const link = await newLink(overrides);
  const intent: string = (await askIntent(server, link.id)).body.payment_intent_id;
  await pay(service, intent);
  return { link, intent };
}

/** The transaction that records a payment waits for its link. */
async function whileRecording(server: ChildServer, linkId: string) {
  const owner = await connectAsOwner();
  await owner.query('BEGIN');
  await owner.query('SELECT 1 FROM checkout_links WHERE id = $1 FOR UPDATE', [linkId]);
  const asked = unanswered(donorReturns(server, linkId));
  await until('the record waits for the lock', async () => {
    const { rows } = await owner.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  const unlock = async () => {
    await owner.query('COMMIT');
    await owner.end();
  };
  return { asked, unlock };
}

/** A POST of a cause with an idempotency key, which is also its title. */
const postCause = (server: Pick<ChildServer, 'call'>, title: string) =>
  server.call('/v1/causes', {
    key: partner.key,
    body: causeBody({ title, owner: { email: emailOf(title), name: 'K' } }),
    headers: { 'idempotency-key': title },
  });
const emailOf = (title: string) => `${title.toLowerCase().replace(' ', '-')}@example.org`;

/**
 * The database carries out two POSTs of causes. One of them it loses too, as in a power cut; the other it finishes on its own
 * after the server was killed.
 */
async function whilePosting(server: ChildServer) {
  // Blocks the insertion of the cause's address, which comes before the commit.
  const owner = await connectAsOwner();
  await owner.query('BEGIN; LOCK TABLE cause_addresses IN ACCESS EXCLUSIVE MODE');
  const waiting = async () => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'cause_addresses'::regclass`,
    );
    return rows.map(({ pid }) => pid);
  };
  const cutOff = unanswered(postCause(server, 'Cut off'));
  const lost = await until('a request waits for the table', async () => (await waiting())[0]);
  const finished = unanswered(postCause(server, 'Finished'));
  const kept = await until('another one too', async () => (await waiting()).find((pid) => pid !== lost));
  const isOver = (pid: number) => async () => {
    const { rows } = await owner.query('SELECT 1 FROM pg_locks WHERE pid = $1', [pid]);
    return rows.length === 0;
  };
  const finish = async () => {
    await db().$queryRaw`SELECT pg_terminate_backend(${lost}::int)`;
    await until('the request is cut off', isOver(lost));
    await owner.query('COMMIT');
    await until('the request is finished', isOver(kept));
    await owner.end();
  };
  return { asked: [cutOff, finished], finish };
}

/** After a restart donors retry until they are served: the dead server's claim has to expire. */
async function intentAfterRestart(linkId: string): Promise<string> {
  const answer = await until('a payment intent', async () => {
    const reply = await askIntent(service, linkId);
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
  expect((await poll(service, partner.key, linkId)).body).toMatchObject({
    status: 'completed',
    amount_paid: 50,
  });
  expect((await intentsAt(service, linkId)).map(({ status }) => status)).toEqual(['succeeded']);
  expect(await statesOf(linkId)).toEqual(['approved']);
  expect(await mailsTo(donor)).toEqual(['donation_completed']);
}

test('killed in a payment intent with a key: refused while the server may be alive, then one intent under the key', async () => {
  const link = killed.keyed;
  // The kill was a moment ago, however long the start took.
  await db().$executeRaw`UPDATE idempotency_records SET created_at = now()`;
  expect((await askIntent(service, link.id, KEYED)).body.code).toBe('idempotency_key_in_progress');
  // Half a minute later.
  await db().$executeRaw`UPDATE idempotency_records SET created_at = created_at - interval '31 seconds'`;
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${link.id}`;
  const reply = await until('the key is taken over', async () => {
    const answer = await askIntent(service, link.id, KEYED);
    return answer.status === 200 && answer;
  });
  const again = await askIntent(service, link.id, KEYED);
  expect(again.body).toEqual(reply.body);
  await expectOnePayment(link.id, reply.body.payment_intent_id, 'e@example.org');
});

test('killed after claiming the attempt and before the gateway acts: the attempt is taken over', async () => {
  const link = killed.claimed;
  await expectOnePayment(link.id, await intentAfterRestart(link.id), 'a@example.org');
});

test('killed after the gateway created the intent and before we stored it: that intent is found again', async () => {
  const link = killed.created;
  const [made] = await intentsAt(service, link.id);
  expect(await attemptsOf(link.id)).toMatchObject([{ state: 'starting', gatewayReference: null }]);
  await db().$executeRaw`UPDATE payments SET claimed_until = now() WHERE link_id = ${link.id}`;
  const intent = await intentAfterRestart(link.id);
  expect(made?.id).toMatch(/^pi_/);
  expect(intent).toBe(made?.id);
  await expectOnePayment(link.id, intent, 'b@example.org');
});

test('killed while handling the event of a success: the next delivery records it', async () => {
  const { link, event } = killed.reported;
  expect(await statesOf(link.id)).toEqual(['pending']);
  expect(await service.control('stripe/resend', { event })).toMatchObject([{ status: 200 }]);
  expect(await statesOf(link.id)).toEqual(['approved']);
  expect(await mailsTo('c@example.org')).toEqual(['donation_completed']);
});

test('killed within the transaction that records a payment: nothing is half-recorded, and the next return records it', async () => {
  const { link } = killed.recording;
  expect([await statesOf(link.id), await mailsTo('f@example.org')]).toEqual([['pending'], []]);
  expect((await donorReturns(service, link.id)).body.status).toBe('completed');
  expect([await statesOf(link.id), await mailsTo('f@example.org')]).toEqual([['approved'], ['donation_completed']]);
});

const created = (title: string) => db().cause.count({ where: { title } });

test('killed in a creating POST before the commit: the key is free and one thing is created', async () => {
  expect(await created('Cut off')).toBe(0);
  const first = await until('the key is free', async () => {
    const reply = await postCause(service, 'Cut off');
    return reply.status !== 409 && reply;
  });
  expect(first.status).toBe(201);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const again = await postCause(service, 'Cut off');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body).toEqual(first.body);
  expect(await created('Cut off')).toBe(1);
  expect(await mailsTo(emailOf('Cut off'))).toHaveLength(1);
});

test('killed in a creating POST that the database finishes: the key replays the one thing that was created', async () => {
  expect(await created('Finished')).toBe(1);
  const again = await postCause(service, 'Finished');
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await created('Finished')).toBe(1);
  expect(await mailsTo(emailOf('Finished'))).toHaveLength(1);
});
