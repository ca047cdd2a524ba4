import type pg from 'pg';
import { QUEUES } from '#lib/jobs/queues.ts';
import type { StartedDonation } from './donor.ts';
import type { Target } from './victims.ts';

/** A charge as a gateway has it, in minor units. */
type Charge = { id: string; link: string; amountMinor: number };
/** A payment row of ours, in minor units. */
type Row = {
  id: string;
  link: string;
  state: string;
  gateway_payment_id: string | null;
  amount_minor: string | null;
  refunded_minor: string;
  donor_email: string | null;
  receipt_token: string | null;
};
type Body = Record<string, unknown>;
type Intent = { id: string; status: string; amount_received: number; metadata: Record<string, string> };
type Transfer = { id: number; status: string; transaction_amount: number; external_reference: string };

/** What was counted when everything had settled. */
export type Books = {
  charges: number;
  counted: number;
  refunded: number;
  receipts: number;
  receiptsTwice: number;
  failures: string[];
};

/** The names of the emulated accounts. */
export const GATEWAYS = ['stripe', 'mercado-pago-co', 'mercado-pago-mx'];
/** A charge in one of these states was given back or taken back in full, or is about to be. */
const RETURNED = ['refund_due', 'refunded', 'charged_back'];

/**
 * Compares the books of the gateways, of the service, and of the partner who polled.
 * @param told the end of each link, as polls told it at last
 */
export async function compareBooks(
  target: Target,
  begun: readonly StartedDonation[],
  told: (id: string) => string | undefined,
): Promise<Books> {
  const failures: string[] = [];
  const expect = (holds: boolean, what: string) => holds || failures.push(what);
  return target.inDatabase(async (sql) => {
    const charges = (await Promise.all(['stripe', 'co', 'mx'].map((name) => chargesOf(target, name)))).flat();
    const { rows } = await sql.query<Row>(
      `SELECT id, link_id AS link, state, gateway_payment_id, amount_minor, refunded_minor, donor_email, receipt_token
         FROM payments`,
    );
    const byGatewayId = Map.groupBy(rows, (row) => row.gateway_payment_id ?? '');
    const ours = new Set(begun.map(({ id }) => id));
    const own = charges.filter(({ link }) => ours.has(link));
    for (const charge of own) {
      const found = byGatewayId.get(charge.id) ?? [];
      expect(found.length === 1, `${charge.id} of ${charge.link} is ${found.length} payments`);
      for (const row of found) {
        expect(Number(row.amount_minor) === charge.amountMinor, `${row.id}: another amount than ${charge.id}`);
        expect(row.state === 'approved' || RETURNED.includes(row.state), `${row.id} is ${row.state}, but charged`);
        expect(row.state !== 'refund_due', `${row.id} was not refunded yet`);
      }
    }
    const chargedIds = new Set(charges.map(({ id }) => id));
    const counted = rows.filter(({ state, link }) => state === 'approved' && ours.has(link));
    for (const row of counted)
      expect(chargedIds.has(row.gateway_payment_id ?? ''), `${row.id} is approved, but was never charged`);
    const countedByLink = Map.groupBy(counted, ({ link }) => link);
    for (const { id } of begun) {
      const payments = countedByLink.get(id)?.length ?? 0;
      expect(payments <= 1, `${id} counts ${payments} payments`);
      const completed = rows.some((row) => row.link === id && row.receipt_token !== null);
      expect((told(id) === 'completed') === completed, `${id} is told ${told(id)}, but completed: ${completed}`);
    }
    const mails = await receiptsOf(target, begun, rows);
    for (const missing of mails.missing) failures.push(`${missing} got no receipt`);
    await compareBalances(target, sql, failures);
    await findStuckJobs(sql, failures);
    return {
      charges: own.length,
      counted: counted.length,
      refunded: rows.filter((row) => row.state === 'refunded' && ours.has(row.link)).length,
      receipts: mails.sent,
      receiptsTwice: mails.twice,
      failures,
    };
  });
}

/** The successful charges of a gateway account. */
async function chargesOf(target: Target, name: string): Promise<Charge[]> {
  if (name !== 'stripe') {
    const { payments } = (await control(target, `mercado-pago-${name}/payments`)) as { payments: Transfer[] };
    return payments
      .filter(({ status }) => ['approved', 'refunded', 'charged_back', 'in_mediation'].includes(status))
      .map((one) => ({
        id: String(one.id),
        // An order's reference names our payment after the link.
        link: one.external_reference.split('-')[0] ?? '',
        amountMinor: Math.round(one.transaction_amount * 100),
      }));
  }
  const found: Intent[] = [];
  for (let after = ''; ; ) {
    const page = `/v1/payment_intents?limit=100${after && `&starting_after=${after}`}`;
    const headers = { authorization: 'Bearer sk_test_emulator' };
    const { data, has_more } = (await (await fetch(target.emulatorUrl + page, { headers })).json()) as {
      data: Intent[];
      has_more: boolean;
    };
    found.push(...data);
    after = data.at(-1)?.id ?? '';
    if (!has_more || after === '') break;
  }
  return found
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, metadata, amount_received }) => ({
      id,
      link: metadata.checkout_link ?? '',
      amountMinor: amount_received,
    }));
}

/** Receipts by mail: each completed donation with an address has one. SMTP cannot promise that it is not sent twice. */
async function receiptsOf(target: Target, begun: readonly StartedDonation[], rows: readonly Row[]) {
  const all = (await (await fetch(`${target.emulatorUrl}/mailbox.json`)).json()) as { text: string }[];
  const byReceipt = Map.groupBy(all, ({ text }) => /\/receipt\/(\w+)/.exec(text)?.[1]);
  const completed = rows.filter((row) => row.receipt_token !== null && row.donor_email !== null);
  const ours = new Set(begun.map(({ id }) => id));
  const result = { sent: 0, twice: 0, missing: [] as string[] };
  for (const row of completed) {
    if (!ours.has(row.link)) continue;
    const mails = byReceipt.get(row.receipt_token ?? undefined) ?? [];
    const sent = mails.filter(({ text }) => text.includes(row.id)).length;
    if (sent === 0) result.missing.push(row.id);
    else result.sent++;
    if (sent > 1) result.twice++;
  }
  return result;
}

/** The balance of each gateway account, by its gateway and by our ledger. */
async function compareBalances(target: Target, sql: pg.Client, failures: string[]): Promise<void> {
  const { rows } = await sql.query<{ detail: string; currency: string; sum: string }>(
    `SELECT detail, currency, SUM(amount_minor) AS sum FROM ledger_entries
      WHERE account = 'gateway' GROUP BY detail, currency HAVING SUM(amount_minor) <> 0`,
  );
  for (const gateway of GATEWAYS) {
    const { balance } = (await control(target, `${gateway}/books`)) as { balance: Record<string, number> };
    const theirs = Object.entries(balance).filter(([, sum]) => sum !== 0);
    const ours = rows.filter(({ detail }) => detail === gateway).map(({ currency, sum }) => [currency, Number(sum)]);
    const [a, b] = [theirs, ours].map((sums) => JSON.stringify(sums.toSorted()));
    if (a !== b) failures.push(`${gateway} holds ${a}, and our ledger says ${b}`);
  }
}

/**
 * Jobs that have been due for more than a minute. Not pg-boss's own that ask for a run of the sweep: one that a killed worker had
 * fetched expires after a quarter of an hour, and each minute has another.
 */
async function findStuckJobs(sql: pg.Client, failures: string[]): Promise<void> {
  const { rows } = await sql.query<{ name: string; state: string; count: string }>(
    `SELECT name, state, COUNT(*) FROM pgboss.job
      WHERE state IN ('created', 'retry', 'active') AND start_after < now() - interval '1 minute' AND name = ANY ($1)
      GROUP BY name, state`,
    [Object.keys(QUEUES)],
  );
  for (const { name, state, count } of rows) failures.push(`${count} jobs of ${name} are ${state} for a minute`);
}

/** Calls the emulators' control API. */
export async function control(target: Target, path: string, input: object = {}): Promise<Body> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
  const response = await fetch(`${target.emulatorUrl}/control/${path}`, request);
  if (!response.ok) throw new Error(`control/${path}: ${await response.text()}`);
  return (await response.json()) as Body;
}
