// @module-tag full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { ACTIONS } from '#lib/dashboard/actions.ts';
import { db, pool, transaction } from '#lib/db.ts';
import { requireDataKeys } from '#lib/encryption/stored.ts';
import { env } from '#lib/env.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import type { QueueName } from '#lib/jobs/queues.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';
import { beginReconciliation } from '#lib/reconciliation/begin.ts';
import { challengeOf, findPasskeySession } from '#lib/sessions/passkey-options.ts';
import { requestSignIn } from '#lib/sessions/request-sign-in.ts';
import { HANDLERS } from '#lib/worker/handlers.ts';
import type { Cast } from '#testing/action-sample.ts';
import { appFiles, fileFor } from '#testing/app-tree.ts';
import { authenticator } from '#testing/authenticator.ts';
import { accountOf, cookiesOf, OWN_PAGE, signIn, submit } from '#testing/browser-session.ts';
import { ACTION_SAMPLES } from '#testing/dashboard-actions.ts';
import type { Exception } from '#testing/expensive-scans.ts';
import {
  type ExplainedDatabase,
  explainedDatabase,
  FILL_LIMIT_MS,
  type PlanMode,
} from '#testing/explained-database.ts';
import { causeBody, changeCause, createPartner, openLink, pay } from '#testing/factories.ts';
import { localLinks, startPse } from '#testing/local-rails.ts';
import { askIntent, donorReturns, poll, secondsAgo, setExpiry } from '#testing/money.ts';
import { planChecker } from '#testing/plan-checker.ts';
import { type CallOptions, type Service, startService } from '#testing/service.ts';
import { VOLUME } from '#testing/volume.ts';

/** Statements that may read many rows; any other that does is an error. */
const EXCEPTIONS: readonly Exception[] = [
  {
    statement: /WITH owed AS/,
    table: 'ledger_entries',
    by: 'Index Only Scan of ledger_entries_cause_key_account_currency_amount_minor_idx',
    why: 'What a creator can withdraw is the sum of the entries of all their causes (docs/ledger.md): it is kept nowhere.',
  },
  {
    statement: /FROM ledger_entries\s+WHERE account = 'gateway'/,
    table: 'ledger_entries',
    by: 'Seq Scan',
    why: 'Once a day, what an account holds is the sum of all its entries: it is kept nowhere.',
  },
  ...['ledger_entries', 'book_lines', 'manual_refunds', 'payments', 'withdrawals'].map((table) => ({
    statement: /'bank' AS about/,
    table,
    by: /./,
    why: 'Once a day, all that moved our bank account is compared with the sum of its entries.',
  })),
  ...['ledger_entries', 'ledger_transactions', 'book_lines', 'payments', 'causes'].map((table) => ({
    statement: /'borne_costs' AS about/,
    table,
    by: /./,
    why: 'Once a day, all costs that creators bear are compared with all that gateways took.',
  })),
  {
    statement: /AS key_id/,
    table: 'bank_accounts',
    by: 'Seq Scan',
    why: 'Each process that starts looks once under which keys values are encrypted, before a page needs one that is missing.',
  },
  {
    statement: /AS key_id/,
    table: 'bank_account_evidence',
    by: 'Seq Scan',
    why: 'The same for the files of evidence, of which a bank account has one at most.',
  },
  {
    statement: /WITH recent AS MATERIALIZED/,
    table: 'checkout_links',
    by: /^(Bitmap Heap|Bitmap Index|Index) Scan( of checkout_links_created_at_id_idx)?$/,
    why: 'Stopping a cause is reviewed with how many of its links are open: they are among those of the last day.',
  },
  {
    statement: /FROM checkout_links link\s+WHERE created_at </,
    table: 'checkout_links',
    by: 'Index Scan of checkout_links_created_at_id_idx',
    why: 'Once a day, links that ended unpaid are looked through for what was typed into them: an index would cost each donation.',
  },
];

/** They read everything on purpose: they compare the whole ledger with all that it records. */
const WHOLE = ['ledger.check', 'check_ledger'];

let database: ExplainedDatabase;
let checker: ReturnType<typeof planChecker>;
let service: Service;
let cast: Cast;
/** The endpoints that were called with success, such as `POST /v1/causes`. */
const answered = new Set<string>();

beforeAll(async () => {
  database = await explainedDatabase();
  // The server's statements are named, and planned for any value sooner or later (lib/db.ts).
  await database.planPrepared('force_generic_plan');
  checker = planChecker(database, EXCEPTIONS);
  const started = await startService({
    DATABASE_URL: database.url,
    WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=10',
    // More sign-ins than one address may make.
    TRUSTED_PROXIES: '127.0.0.1',
  });
  service = { ...started, call: (path, options) => judged(started, path, options) };
  cast = {
    service,
    partner: await createPartner(),
    creator: await accountOf(VOLUME.creatorEmail),
    other: await accountOf('other@example.org'),
    staff: await accountOf(VOLUME.staffEmail, 'staff'),
  };
  checker.skip();
}, FILL_LIMIT_MS);
afterAll(async () => {
  await service?.close();
  await database?.stop();
});

/** Sets how this process's sessions plan prepared statements, those that are open and later ones. */
async function planPrepared(mode: PlanMode): Promise<void> {
  await database.planPrepared(mode);
  const open = await Promise.all(Array.from({ length: pool().totalCount }, () => pool().connect()));
  for (const session of open) {
    await session.query(`SET plan_cache_mode = ${mode}`);
    session.release();
  }
}

/** Calls the service and checks the plans of its statements. */
async function judged(real: Service, path: string, options: CallOptions = {}) {
  const reply = await real.call(path, options);
  const isSent = options.body !== undefined || options.raw !== undefined;
  const call = `${options.method ?? (isSent ? 'POST' : 'GET')} ${new URL(path, real.url).pathname}`;
  if (reply.status < 400) answered.add(call);
  checker.check(call);
  return reply;
}

function wasAnswered(method: string, path: string): boolean {
  const form = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return [...answered].some((call) => form.test(call));
}

/** A key of the client that has half of all causes. */
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
  // The hottest statements are prepared: after five executions PostgreSQL may use a generic plan.
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
  checker.report();
  expect(missed, 'operations that this test does not call').toEqual([]);
});

describe('no action of the dashboard reads more of a big table than what it changes', () => {
  // An account sends only so many forms in ten seconds: each action starts with none counted.
  beforeEach(() => {
    Reflect.deleteProperty(globalThis, Symbol.for('fundraising.limits'));
  });

  test.each(ACTIONS.map(({ name }) => name).filter((name) => !WHOLE.includes(name)))('%s', async (name) => {
    for (const { email } of [cast.creator, cast.staff]) {
      const { fields, file } = (await ACTION_SAMPLES[name]?.(cast)) ?? {};
      const cookie = await signIn(email);
      // First without its confirmation, for the review of its consequences.
      for (const form of [{ ...fields, confirmed: '' }, fields ?? {}])
        await submit(service, `/dashboard/actions/${name}`, form, { cookie, file });
    }
    expect(wasAnswered('POST', `/dashboard/actions/${name}`)).toBe(true);
    checker.report();
  });
});

/** A passkey of the creator, added and then proven. */
async function addAndUsePasskey() {
  const device = authenticator();
  const signedIn = await signIn(VOLUME.creatorEmail);
  const challenge = async (cookie: string) => {
    const asked = await findPasskeySession(new Headers({ cookie }), new Date());
    return asked ? (await challengeOf(asked.session)).toString('base64url') : '';
  };
  const send = (path: string, answer: string, cookie: string) => submit(service, path, { answer }, { cookie });
  const added = await send('/sign-in/passkey/create', device.add(await challenge(signedIn)), signedIn);
  const cookie = cookiesOf(added);
  const used = await send('/sign-in/passkey/use', device.use(await challenge(cookie)), cookie);
  expect([added, used].map((reply) => reply.headers.get('location'))).toEqual(['/dashboard', '/dashboard']);
}

test('nothing that pages and gateways send makes the database read more of a big table than it concerns', async () => {
  const { partner } = cast;
  const { id, cause } = await openLink(service, partner);
  await service.call('/checkout/donation', { body: { ref: id, name: 'Ana', email: 'ana@example.org' } });
  await service.call('/qa', { body: { ref: id } });
  await service.call('/qa/partner', { body: {} });
  await service.call('/qa/publish', { body: { cause } });
  const intent = (await askIntent(service, id)).body.payment_intent_id;
  await pay(service, intent);
  await service.control('stripe/idle');
  await donorReturns(service, id);
  await db().gatewayEvent.findFirstOrThrow({ where: { reference: intent, handledAt: { not: null } } });
  answered.add('POST /webhooks/stripe');
  await startPse(service, (await localLinks(service, partner).colombian()).id);
  await submit(service, '/checkout/receipt', { ref: id, email: 'ana@example.org', lang: 'en' }, { cookie: 'x=y' });
  const give = new URLSearchParams({ lang: 'en', amount: '', choice: '50' }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...OWN_PAGE };
  await service.call(`/c/${VOLUME.causeKey}/give`, { raw: give, headers: form });
  const asked = await submit(service, '/sign-in/request', { email: VOLUME.creatorEmail, lang: 'en' });
  await submit(service, '/sign-in/verify', { code: '00000000' }, { cookie: cookiesOf(asked) });
  await addAndUsePasskey();
  const files = appFiles().filter(({ file, methods }) => methods.includes('POST') && !file.startsWith('app/v1/'));
  const called = [...answered].map((call) => call.split(' ')).filter(([method]) => method === 'POST');
  const visited = new Set(called.map(([, path]) => fileFor(files, path ?? '')));
  checker.report();
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

async function overdueAttempt(): Promise<string> {
  const { id } = await overdue();
  return (await db().payment.findFirstOrThrow({ where: { linkId: id } })).id;
}

/** The data of a job of each queue. */
const JOBS: Record<QueueName, () => Promise<string>> = {
  deliver_email: async () => {
    await requestSignIn({ email: VOLUME.creatorEmail, to: '/dashboard', locale: 'en', now: new Date() });
    return (await db().email.findFirstOrThrow({ where: { sentAt: null }, orderBy: { createdAt: 'desc' } })).id;
  },
  perform_refund: async () => (await db().refund.findFirstOrThrow()).id,
  settle_link: async () => (await overdue()).id,
  handle_event: async () => (await db().gatewayEvent.findFirstOrThrow({ where: { handledAt: null } })).id,
  check_payment: overdueAttempt,
  watch_attempt: overdueAttempt,
  stop_payments: async () => {
    const { cause } = await openLink(service, cast.partner);
    await askIntent(service, (await openLink(service, cast.partner, { cause })).id);
    await changeCause(cause, { state: 'paused' });
    return cause;
  },
  change_contact: async () => {
    await ACTION_SAMPLES['client_terms.approve']?.(cast);
    return (await db().termsChange.findFirstOrThrow({ where: { endedAt: null } })).id;
  },
  check_ledger: async () => 'hourly',
  reconcile: async () => 'daily',
  reconcile_account: async () => {
    const recently = { from: new Date(Date.now() - 60_000), to: new Date() };
    const run = await transaction((tx) => beginReconciliation(tx, 'stripe', new Date(), recently));
    return run.id;
  },
  forget_people: async () => 'daily',
  sweep: async () => 'sweep',
};

describe('no job reads more of a big table than what it is about', () => {
  // A worker's statements have no names: each is planned for its values.
  beforeAll(() => planPrepared('auto'));

  test.each(Object.entries(JOBS).filter(([queue]) => !WHOLE.includes(queue)))('%s', async (queue, idOf) => {
    const id = await idOf();
    checker.skip();
    await HANDLERS[queue as QueueName](id);
    checker.check(`the job ${queue}`);
    checker.report();
  });
});

test('a process that starts reads no table but those with encrypted columns', async () => {
  checker.skip();
  await requireDataKeys(pool(), env().dataKeys);
  checker.check('a start');
  checker.report();
});

test('counting the mails that partners cause reads those of one recipient', async () => {
  for (const _beyond of [1, 2]) {
    const data = { name: 'C', title: 'A well', causeUrl: `${service.url}/c/a-well` };
    const to = { recipient: VOLUME.creatorEmail, locale: 'en' };
    await transaction((tx) => sendEmail(tx, 'cause_created', to, data));
    const newest = { where: { template: 'cause_created' }, orderBy: { createdAt: 'desc' } } as const;
    const { id } = await db().email.findFirstOrThrow(newest);
    checker.skip();
    await HANDLERS.deliver_email(id);
    checker.check('a mail that a partner causes');
  }
  checker.report();
});

test('a statement without an index is reported with its table and its plan', async () => {
  await pool().query('SELECT id FROM payments WHERE last_error = $1 LIMIT 1', ['gone']);
  checker.check('a page');
  expect(() => checker.report()).toThrow(
    /a page\n {2}Seq Scan reads 30\d{3} of the 30000 rows of payments, .*\n {2}SELECT id .*\n.*Limit\n.*Seq Scan on payments/,
  );
});
