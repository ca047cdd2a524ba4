import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '#lib/clients/client.ts';
import { createKey } from '#lib/clients/keys.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';
import { PrismaClient } from '#prisma/generated/client.ts';

/** Links for each cause, and links for each payment. */
const LINKS_PER_CAUSE = 1_000;
const LINKS_PER_PAYMENT = 3;
/** Rows in one COPY. */
const BATCH = 5_000;

/** The data that calls need. */
export type BenchData = {
  key: string;
  clientId: string;
  ownerId: string;
  /** A published cause in USD. */
  causeKey: string;
  /** A link of a number below `rows`; every third is paid. */
  linkId: (index: number) => string;
  rows: number;
};

const causeOf = (index: number) => `bench-${Math.floor(index / LINKS_PER_CAUSE)}`;
const linkOf = (index: number) => `chl_bench${String(index).padStart(15, '0')}`;

/** Fills an empty, migrated database as its owner: links by the thousand on each cause, a third of them paid; then ANALYZE. */
export async function loadData(ownerUrl: string, rows: number): Promise<BenchData> {
  const prisma = new PrismaClient({ adapter: new PrismaPg(ownerUrl) });
  const partner = await prisma.$transaction(async (tx) => {
    const client = await createClient(tx, { name: 'Benchmark' });
    const key = await createKey(tx, {
      clientId: client.id,
      permissions: [...PERMISSION_NAMES],
      allowedIps: [],
    });
    return { clientId: client.id, key: key.key };
  });
  await prisma.$disconnect();
  const sql = new pg.Client({ connectionString: ownerUrl });
  await sql.connect();
  const ownerId = 'acc_bench';
  await sql.query(
    "INSERT INTO accounts (id, email, email_key, name) VALUES ($1, 'bench@example.org', 'bench@example.org', 'Bench')",
    [ownerId],
  );
  const loadedAt = Date.now() - 3_600_000;
  /** Each row has its own time, as in production: the planner estimates identical times as one value. */
  const created = (i: number) => new Date(loadedAt - i).toISOString();
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const causes = Math.ceil(rows / LINKS_PER_CAUSE);
  await copy(
    sql,
    'causes (key, client_id, owner_id, slug, state, title, country, currency, fee_percent, fee_model, terms_accepted_at, terms_version, terms_accepted_ip, created_at)',
    causes,
    (i) => {
      const key = causeOf(i * LINKS_PER_CAUSE);
      return [
        key,
        partner.clientId,
        ownerId,
        key,
        'published',
        `Cause ${i}`,
        'us',
        'USD',
        '5',
        'plus_gateway_costs',
        created(i),
        '1',
        '127.0.0.1',
        created(i),
      ];
    },
  );
  await copy(sql, 'cause_addresses (address, cause_key)', causes, (i) => {
    const key = causeOf(i * LINKS_PER_CAUSE);
    return [key, key];
  });
  await copy(
    sql,
    'checkout_links (id, client_id, cause_key, amount, currency, fee_percent, external_reference, metadata, created_at, expires_at)',
    rows,
    (i) => [
      linkOf(i),
      partner.clientId,
      causeOf(i),
      '50',
      'USD',
      '5',
      `order-${i}`,
      `{"order":"${i}"}`,
      created(i),
      expires,
    ],
  );
  // Triggers would add up totals for each row, which takes too long: they are computed at the end.
  await sql.query('ALTER TABLE payments DISABLE TRIGGER payments_keep_totals_inserted');
  await copy(
    sql,
    'payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, gateway_reference, gateway_payment_id, succeeded_at, settled_at, amount_minor, receipt_token, cause_title)',
    Math.ceil(rows / LINKS_PER_PAYMENT),
    (n) => {
      const i = n * LINKS_PER_PAYMENT;
      const id = `bench${i}`;
      return [
        `pay_${id}`,
        linkOf(i),
        causeOf(i),
        'card',
        'stripe',
        '1',
        'approved',
        '50',
        'USD',
        `pi_${id}`,
        `ch_${id}`,
        created(i),
        created(i),
        '5000',
        `rcp_${id}`,
        'Cause',
      ];
    },
  );
  await sql.query('ALTER TABLE payments ENABLE TRIGGER payments_keep_totals_inserted');
  await sql.query('SELECT rebuild_totals()');
  // Sets the hint bits now; otherwise the first reads would write them.
  await sql.query('VACUUM (ANALYZE)');
  await sql.end();
  return { ...partner, ownerId, causeKey: causeOf(0), linkId: linkOf, rows };
}

/**
 * Brings the rows that are asked for into the database's memory, where they are once it has been up for a while: each link
 * and its approved payment are looked for as polls do.
 */
export async function readIntoMemory(databaseUrl: string): Promise<void> {
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const others = 'seqscan bitmapscan hashjoin mergejoin memoize material self_join_elimination';
  for (const way of others.split(' ')) await sql.query(`SET enable_${way} = off`);
  await sql.query(
    `SELECT count(l.amount), count(p.amount)
       FROM checkout_links each JOIN checkout_links l ON l.id = each.id
       LEFT JOIN payments p ON p.link_id = l.id AND p.state = 'approved'`,
  );
  await sql.end();
}

/** The text format of `COPY`: these values need no escaping. */
async function copy(sql: pg.Client, into: string, count: number, row: (i: number) => string[]): Promise<void> {
  const sink = sql.query(copyFrom(`COPY ${into} FROM STDIN`));
  await pipeline(Readable.from(batches(count, row)), sink);
  if (!sink.closed) await once(sink, 'close').catch(() => {});
}

function* batches(count: number, row: (i: number) => string[]): Generator<string> {
  for (let start = 0; start < count; start += BATCH) {
    const lines: string[] = [];
    for (let i = start; i < Math.min(start + BATCH, count); i++) lines.push(`${row(i).join('\t')}\n`);
    yield lines.join('');
  }
}
