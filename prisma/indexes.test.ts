import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { ACTIONS } from '#lib/dashboard/actions.ts';
import { db, pool, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { requireDataKeys } from '#lib/encryption/stored.ts';
import { env } from '#lib/env.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import { HANDLERS } from '#lib/jobs/handlers.ts';
import type { QueueName } from '#lib/jobs/queue.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import { askToSignIn } from '#lib/sessions/ask.ts';
import { challengeOf, findAsked } from '#lib/sessions/passkey-question.ts';
import { appFiles, fileFor } from '#scripts/testing/app-tree.ts';
import { authenticator } from '#scripts/testing/authenticator.ts';
import { accountOf, cookiesOf, OWN_PAGE, signIn, submit } from '#scripts/testing/browser-session.ts';
import { ACTION_SAMPLES, type Cast } from '#scripts/testing/dashboard-actions.ts';
import { causeBody, changeCause, createPartner, openLink, pay } from '#scripts/testing/factories.ts';
import { localLinks, startPse } from '#scripts/testing/local-rails.ts';
import { askIntent, donorReturns, poll, secondsAgo, setExpiry } from '#scripts/testing/money.ts';
import type { Meant } from '#scripts/testing/plan-faults.ts';
import { planInspector } from '#scripts/testing/plan-inspector.ts';
import { type ExplainedDatabase, explainedDatabase } from '#scripts/testing/plan-log.ts';
import { type CallOptions, type Service, startService } from '#scripts/testing/service.ts';
import { VOLUME } from '#scripts/testing/volume.ts';

/** What is meant to read much: anything else that does is a fault. */
const MEANT: readonly Meant[] = [
  {
    ...{ statement: /WITH owed AS/, table: 'ledger_entries' },
    by: 'Index Only Scan of ledger_entries_cause_key_account_currency_amount_minor_idx',
    why: 'What a creator can withdraw is the sum of the entries of all their causes (docs/ledger.md): it is kept nowhere.',
  },
  {
    ...{ statement: /FROM ledger_entries\s+WHERE account = 'gateway'/, table: 'ledger_entries' },
    by: 'Seq Scan',
    why: 'Once a day, what an account holds is the sum of all its entries: it is kept nowhere.',
  },
  {
    ...{ statement: /AS key_id/, table: 'bank_accounts' },
    by: 'Seq Scan',
    why: 'Each process that starts looks once under which keys values are encrypted, before a page needs one that is missing.',
  },
];

/** Read everything, on purpose: what they do is compare all of the ledger with all that it records. */
const WHOLE = ['ledger.check', 'check_ledger'];

let database: ExplainedDatabase;
let inspector: ReturnType<typeof planInspector>;
let service: Service;
let cast: Cast;
/** What was answered, and not refused: `POST /v1/causes`. */
const answered = new Set<string>();

beforeAll(async () => {
  database = await explainedDatabase();
  inspector = planInspector(database, MEANT);
  const started = await startService({ DATABASE_URL: database.url, WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10' });
  service = { ...started, call: (path, options) => judged(started, path, options) };
  cast = {
    ...{ service, partner: await createPartner() },
    creator: await accountOf(VOLUME.creatorEmail),
    other: await accountOf('other@example.org'),
    staff: await accountOf(VOLUME.staffEmail, 'staff'),
  };
  inspector.skip();
});
afterAll(async () => {
  await service?.close();
  await database?.stop();
});

/** Calls the service and looks at what that made the database do. */
async function judged(real: Service, path: string, options: CallOptions = {}) {
  const reply = await real.call(path, options);
  const isSent = options.body !== undefined || options.raw !== undefined;
  const call = `${options.method ?? (isSent ? 'POST' : 'GET')} ${new URL(path, real.url).pathname}`;
  if (reply.status < 400) answered.add(call);
  inspector.look(call);
  return reply;
}

function wasAnswered(method: string, path: string): boolean {
  const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return [...answered].some((call) => form.test(call));
}

/** A key of the client who has half of all causes. */
async function greatPartner() {
  const wish = { clientId: VOLUME.clientId, permissions: [...PERMISSION_NAMES], allowedIps: [] };
  const { id, key } = await transaction((tx) => createKey(tx, wish));
  return { clientId: VOLUME.clientId, keyId: id, key };
}

test('no operation of the API reads more of a big table than it answers', async () => {
  const partner = await greatPartner();
  const { key } = partner;
  const idempotent = { key, headers: { 'idempotency-key': 'indexes' } };
  const mint = { cause: VOLUME.causeKey, amount: 50, currency: 'USD', external_reference: 'order-4' };
  for (const _replayed of [false, true]) {
    await service.call('/v1/checkout_links', { ...idempotent, body: mint });
    await service.call('/v1/causes', {
      key,
      body: causeBody({ owner: { email: VOLUME.creatorEmail, name: 'C' } }),
    });
  }
  // The hottest statements are prepared: after five times PostgreSQL may take a plan for whatever values.
  for (let n = 0; n < 10; n++) {
    await service.call(`/v1/causes/${VOLUME.causeKey}`, { key });
    await poll(service, key, VOLUME.paidLinkId);
    await service.call(`/v1/checkout_links/${VOLUME.paidLinkId}/public`);
    await openLink(service, partner, { cause: VOLUME.causeKey });
  }
  const { id } = await openLink(service, partner, { cause: VOLUME.causeKey });
  await askIntent(service, id);
  await askIntent(service, id, { headers: { 'idempotency-key': 'indexes' } });
  const missed = CONTRACTS.filter(({ method, path }) => !wasAnswered(method, path)).map(({ path }) => path);
  inspector.conclude();
  expect(missed, 'operations that this test does not call').toEqual([]);
});

describe('no action of the dashboard reads more of a big table than what it changes', () => {
  test.each(ACTIONS.map(({ name }) => name).filter((name) => !WHOLE.includes(name)))('%s', async (name) => {
    const { fields } = (await ACTION_SAMPLES[name]?.(cast)) ?? {};
    for (const { email } of [cast.creator, cast.staff]) {
      const cookie = await signIn(service, email);
      await submit(service, `/dashboard/actions/${name}`, fields ?? {}, { cookie });
    }
    expect(wasAnswered('POST', `/dashboard/actions/${name}`)).toBe(true);
    inspector.conclude();
  });
});

/** A passkey of the creator, added and then proven. */
async function addAndUsePasskey() {
  const device = authenticator();
  const signedIn = await signIn(service, VOLUME.creatorEmail);
  const challenge = async (cookie: string) => {
    const asked = await findAsked(new Headers({ cookie }), new Date());
    return asked ? (await challengeOf(asked.session)).toString('base64url') : '';
  };
  const send = (path: string, answer: string, cookie: string) =>
    submit(service, path, { answer }, { cookie });
  const added = await send('/sign-in/passkey/create', device.add(await challenge(signedIn)), signedIn);
  const cookie = cookiesOf(added);
  const used = await send('/sign-in/passkey/use', device.use(await challenge(cookie)), cookie);
  expect([added, used].map((reply) => reply.headers.get('location'))).toEqual(['/dashboard', '/dashboard']);
}

test('nothing that pages and gateways send makes the database read more of a big table than it concerns', async () => {
  const { partner } = cast;
  const { id } = await openLink(service, partner);
  await service.call('/checkout/donation', { body: { ref: id, name: 'Ana', email: 'ana@example.org' } });
  await service.call('/qa', { body: { ref: id } });
  const intent = (await askIntent(service, id)).body.payment_intent_id;
  await pay(service, intent);
  await service.control('stripe/idle');
  await donorReturns(service, id);
  await db().gatewayEvent.findFirstOrThrow({ where: { reference: intent, handledAt: { not: null } } });
  answered.add('POST /webhooks/stripe');
  await startPse(service, (await localLinks(service, partner).colombian()).id);
  const give = new URLSearchParams({ lang: 'en', amount: '', choice: '50' }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...OWN_PAGE };
  await service.call(`/c/${VOLUME.causeKey}/give`, { raw: give, headers: form });
  const asked = await submit(service, '/sign-in/request', { email: VOLUME.creatorEmail, lang: 'en' });
  await submit(service, '/sign-in/verify', { code: '00000000' }, { cookie: cookiesOf(asked) });
  await addAndUsePasskey();
  const files = appFiles().filter(
    ({ file, methods }) => methods.includes('POST') && !file.startsWith('app/v1/'),
  );
  const called = [...answered].map((call) => call.split(' ')).filter(([method]) => method === 'POST');
  const visited = new Set(called.map(([, path]) => fileFor(files, path ?? '')));
  inspector.conclude();
  expect(
    files.filter((file) => !visited.has(file)).map(({ file }) => file),
    'routes that this test does not call',
  ).toEqual([]);
});

/** A link with a live payment, past its expiry. */
async function overdue() {
  const { id } = await openLink(service, cast.partner);
  const intent: string = (await askIntent(service, id)).body.payment_intent_id;
  await setExpiry(id, secondsAgo(2));
  return { id, intent };
}

/** What a job of each queue is about. */
const JOBS: Record<QueueName, () => Promise<string>> = {
  deliver_email: async () => {
    await askToSignIn({ email: VOLUME.creatorEmail, to: '/dashboard', locale: 'en' });
    return (await db().email.findFirstOrThrow({ where: { sentAt: null }, orderBy: { createdAt: 'desc' } }))
      .id;
  },
  refund_payment: async () => {
    const { id, intent } = await overdue();
    await pay(service, intent);
    await poll(service, cast.partner.key, id);
    return (await db().payment.findFirstOrThrow({ where: { linkId: id, state: 'refund_due' } })).id;
  },
  perform_refund: async () => (await db().refund.findFirstOrThrow()).id,
  settle_link: async () => (await overdue()).id,
  handle_event: async () => (await db().gatewayEvent.findFirstOrThrow({ where: { handledAt: null } })).id,
  check_payment: async () => {
    const { id } = await overdue();
    return (await db().payment.findFirstOrThrow({ where: { linkId: id } })).id;
  },
  stop_payments: async () => {
    const { cause } = await openLink(service, cast.partner);
    await askIntent(service, (await openLink(service, cast.partner, { cause })).id);
    await changeCause(cause, { state: 'paused' });
    return cause;
  },
  check_ledger: async () => 'hourly',
  reconcile: async () => 'daily',
  reconcile_account: async () => {
    const recently = { from: new Date(Date.now() - 60_000), to: new Date() };
    const run = await transaction((tx) => beginReconciliation(tx, 'stripe', new Date(), recently));
    return run.id;
  },
  sweep: async () => 'sweep',
};

describe('no job reads more of a big table than what it is about', () => {
  test.each(Object.entries(JOBS).filter(([queue]) => !WHOLE.includes(queue)))('%s', async (queue, idOf) => {
    const id = await idOf();
    inspector.skip();
    await HANDLERS[queue as QueueName](id);
    inspector.look(`the job ${queue}`);
    inspector.conclude();
  });
});

test('a process that starts reads no table but those with encrypted columns', async () => {
  inspector.skip();
  await requireDataKeys(pool(), env().dataKeys);
  inspector.look('a start');
  inspector.conclude();
});

test('counting the mails that partners cause reads those of one recipient', async () => {
  for (const _beyond of [1, 2]) {
    const data = { name: 'C', title: 'A well', causeUrl: `${service.url}/c/a-well` };
    const to = { recipient: VOLUME.creatorEmail, locale: 'en' };
    await transaction((tx) => sendEmail(tx, 'cause_created', to, data));
    const newest = { where: { template: 'cause_created' }, orderBy: { createdAt: 'desc' } } as const;
    const { id } = await db().email.findFirstOrThrow(newest);
    inspector.skip();
    await HANDLERS.deliver_email(id);
    inspector.look('a mail that a partner causes');
  }
  inspector.conclude();
});

test('a statement that no index serves is told with its table and its plan', async () => {
  await pool().query('SELECT id FROM payments WHERE last_error = $1 LIMIT 1', ['gone']);
  inspector.look('a page');
  expect(() => inspector.conclude()).toThrow(
    /a page\n {2}Seq Scan reads 30\d{3} of the 30000 rows of payments, .*\n {2}SELECT id .*\n.*Limit\n.*Seq Scan on payments/,
  );
});
