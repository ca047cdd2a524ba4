import { beforeAll, expect, test, vi } from 'vitest';
import { db, pool } from '#lib/db.ts';
import { readCursor } from '#lib/keyset.ts';
import { storedCause } from '#scripts/testing/causes.ts';
import { ownDatabase } from '#scripts/testing/ledger.ts';
import { listAudit } from './audit.ts';
import { listCauses } from './causes.ts';
import { listEvents } from './events.ts';
import { listLinks } from './links.ts';
import { listPayments } from './payments.ts';

ownDatabase();
const ROWS = 100_000;
let causeKey = '';

beforeAll(async () => {
  ({ key: causeKey } = await storedCause());
  const { clientId, ownerId } = await db().cause.findUniqueOrThrow({ where: { key: causeKey } });
  const fill = [
    `INSERT INTO checkout_links (id, client_id, cause_key, amount, currency, fee_percent, external_reference, created_at, expires_at)
     SELECT 'chl_' || n, $1, $2, 50, 'USD', 5, 'order-' || n, now() - n * interval '1 minute', now() FROM generate_series(1, ${ROWS}) n`,
    `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, gateway_reference, created_at)
     SELECT 'pay_' || n, 'chl_' || n, $2, 'card', 'stripe', 1, 'canceled', 50, 'USD', 'pi_' || n || left($1, 0), now() - n * interval '1 minute'
       FROM generate_series(1, ${ROWS}) n`,
    `INSERT INTO gateway_events (id, gateway, event_id, type, reference, received_at, handled_at)
     SELECT 'evt_' || n, 'stripe', 'evt_' || n, 'charge.updated', 'pi_' || n || left($1 || $2, 0), now() - n * interval '1 minute', now()
       FROM generate_series(1, ${ROWS}) n`,
    `INSERT INTO audit_entries (id, actor, action, subject, data, at)
     SELECT 'aud_' || n, 'acc_' || n % 50, 'cause state', 'subject-' || n || left($1 || $2, 0), '{}', now() - n * interval '1 minute'
       FROM generate_series(1, ${ROWS}) n`,
  ];
  for (const text of fill) await pool().query(text, [clientId, causeKey]);
  await pool().query(
    `INSERT INTO causes (key, client_id, owner_id, slug, title, state, country, currency, fee_percent, fee_model, terms_accepted_at, terms_version, terms_accepted_ip, created_at)
     SELECT 'cause-' || n, $1, $2, 'cause-' || n, 'Well number' || n, 'published', 'us', 'USD', 5, 'all_inclusive', now(), '1', '203.0.113.7', now() - n * interval '1 minute'
       FROM generate_series(1, ${ROWS}) n`,
    [clientId, ownerId],
  );
  await pool().query('ANALYZE');
}, 180_000);

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

/** The statements that a list makes. */
async function statementsOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(pool(), 'query');
  await work();
  const made = spy.mock.calls.map(
    ([statement]) => statement as unknown as { text: string; values: unknown[] },
  );
  spy.mockRestore();
  return made.filter(({ text }) => /^\s*SELECT/i.test(text ?? ''));
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The most rows that any step of a list's statements had in its hands. */
async function mostRowsTouched(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(work);
  expect(statements.length).toBeGreaterThan(0);
  const touched = await Promise.all(
    statements.map(async ({ text, values }) => {
      const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan).map(
        (node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
      );
    }),
  );
  return Math.max(...touched.flat());
}

const deep = (prefix: string) =>
  readCursor(Buffer.from(`${Date.now() - 90_000 * 60_000} ${prefix}90000`).toString('base64url'));
const now = new Date();

test.each<[string, () => Promise<unknown>]>([
  ['links, deep in the list', () => listLinks({}, deep('chl_'), now)],
  ['links of a reference', () => listLinks({ q: 'order-77777' }, undefined, now)],
  ['payments, deep in the list', () => listPayments({}, deep('pay_'))],
  ['payments in a state', () => listPayments({ show: 'refund_due' }, deep('pay_'))],
  ['payments that do not count', () => listPayments({ show: 'not_counted' }, undefined)],
  ['payments in a dispute', () => listPayments({ show: 'disputed' }, undefined)],
  ['payments given back', () => listPayments({ show: 'given_back' }, undefined)],
  ['a payment by its link', () => listPayments({ q: 'chl_77777' }, undefined)],
  ['causes, deep in the list', () => listCauses({}, deep('cause-'))],
  ['causes by words of their title', () => listCauses({ q: 'well number77777' }, undefined)],
  ['causes by their owner', () => listCauses({ q: 'nobody@example.org' }, undefined)],
  ['events, deep in the list', () => listEvents({}, deep('evt_'))],
  ['events that wait', () => listEvents({ show: 'waiting' }, undefined)],
  ['events of a reference', () => listEvents({ q: 'pi_77777' }, undefined)],
  ['the audit log, deep in the list', () => listAudit({}, deep('aud_'))],
  ['the audit log of somebody', () => listAudit({ actor: 'acc_7' }, deep('aud_'))],
  ['the audit log of one thing', () => listAudit({ subject: 'subject-77777' }, undefined)],
])('of 100,000 rows a page of %s touches a few', async (_name, work) => {
  expect(await mostRowsTouched(work)).toBeLessThan(1000);
});

test('pages show every row once, also those of one instant', async () => {
  const receivedAt = new Date(Date.now() + 60_000);
  const ids = Array.from({ length: 120 }, (_, n) => `evt_tie_${String(n).padStart(3, '0')}`);
  await db().gatewayEvent.createMany({
    data: ids.map((id) => ({ id, gateway: 'stripe', eventId: id, type: 'charge.updated', receivedAt })),
  });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page = await listEvents({ show: 'waiting' }, readCursor(after));
    seen.push(...page.rows.map(({ id }) => id));
    after = page.after;
  } while (after !== null);
  expect(seen).toEqual(ids.toReversed());
});
