import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DonationSite, Donor, donateAndLeave } from '../bench/donor.ts';
import type { Oddities } from './odd-machine.ts';

/** What a fault is made with. */
export type World = {
  site: DonationSite;
  /** The worker's process. */
  worker: number;
  /** The database as the owner of its tables. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  ownerUrl: string;
  /** From now on this is odd about the machine of the service, and nothing else. */
  makeOdd: (odd: Oddities) => void;
  /** Stops the database, or starts it again. */
  database: { stop: () => Promise<void>; start: () => Promise<void> };
};

export type Fault = {
  name: string;
  /** The alerts that it sets off, in alphabetical order, and no other. */
  alerts: readonly string[];
  /** Makes it, and returns what ends it. */
  begin: (world: World) => Promise<() => Promise<unknown>>;
};

/** How long something may take to happen, in milliseconds. */
const PATIENCE_MS = 60_000;

/*
 * What waits for long is made older in the database: an hour in which a gateway takes no refund is such a refund, dated back.
 */
export const FAULTS: readonly Fault[] = [
  {
    name: 'the worker hangs',
    alerts: ['ProcessAway', 'StateUnknown'],
    begin: async ({ worker }) => {
      process.kill(worker, 'SIGSTOP');
      return async () => process.kill(worker, 'SIGCONT');
    },
  },
  {
    name: 'the database is away',
    alerts: ['ApiRequestsFail', 'StateUnknown'],
    begin: async ({ database }) => {
      await database.stop();
      return database.start;
    },
  },
  {
    name: 'the pages of causes cannot be read',
    alerts: ['DonorPagesFail'],
    begin: async ({ sql, site: { baseUrl, demo } }) => {
      await sql('ALTER TABLE cause_updates RENAME TO cause_updates_away');
      const [cause] = await sql('SELECT slug FROM causes WHERE key = $1', [demo.cause_key]);
      let goesOn = true;
      const visiting = visit(`${baseUrl}/c/${cause?.slug}`, () => goesOn);
      return async () => {
        goesOn = false;
        await visiting;
        await sql('ALTER TABLE cause_updates_away RENAME TO cause_updates');
      };
    },
  },
  {
    name: 'the disk of the database stalls again and again',
    alerts: ['PollsSlow'],
    begin: async ({ ownerUrl }) => {
      let goesOn = true;
      const stalling = stall(ownerUrl, () => goesOn);
      return async () => {
        goesOn = false;
        await stalling;
      };
    },
  },
  {
    name: 'the card processor is down',
    alerts: ['ApiRequestsFail', 'GatewayFails'],
    begin: async (world) => {
      await control(world, 'stripe/gateway_down');
      return () => control(world, 'stripe/gateway_up');
    },
  },
  {
    name: 'the key of the card processor is revoked',
    alerts: ['ApiRequestsFail', 'GatewayFails'],
    begin: async (world) => {
      await control(world, 'stripe/fail', { kind: 'status', status: 401, code: 'api_key_expired', times: MANY });
      return () => control(world, 'stripe/gateway_up');
    },
  },
  {
    name: 'the gateway of bank transfers is down',
    alerts: ['GatewayFails'],
    begin: async (world) => {
      await control(world, 'mercado-pago-co/gateway_down');
      return () => control(world, 'mercado-pago-co/gateway_up');
    },
  },
  {
    name: 'the gateway of the wallet is down',
    alerts: ['GatewayFails'],
    begin: async (world) => {
      await control(world, 'mercado-pago-mx/gateway_down');
      return () => control(world, 'mercado-pago-mx/gateway_up');
    },
  },
  {
    name: 'webhooks do not arrive, and donors leave',
    alerts: ['DonationsRecordedLate'],
    begin: async (world) => {
      await control(world, 'stripe/webhooks', { drop: true });
      const left = Promise.all(Array.from({ length: 10 }, () => donateAndLeave('donation', world.site)));
      return async () => {
        await left;
        await control(world, 'stripe/webhooks', { drop: 0 });
      };
    },
  },
  {
    name: 'a payment with news cannot be read',
    alerts: ['EventsWait'],
    begin: async (world) => {
      const { id, intent } = await paid(world);
      await control(world, 'stripe/gateway_down', { reference: id });
      await control(world, 'stripe/refund', { payment_intent: intent });
      const { sql } = world;
      await found('the event', () => sql('SELECT 1 FROM gateway_events WHERE handled_at IS NULL'));
      await sql(`UPDATE gateway_events SET received_at = received_at - interval '2 minutes' WHERE handled_at IS NULL`);
      return () => control(world, 'stripe/gateway_up', { reference: id });
    },
  },
  {
    name: 'the signing secret of events is another one',
    alerts: ['EventsRefused'],
    begin: async (world) => {
      await control(world, 'stripe/webhooks', { signature: 'wrong_secret' });
      return () => control(world, 'stripe/webhooks', { signature: 'valid' });
    },
  },
  {
    name: 'the mail server refuses all mails',
    alerts: ['MailsWait'],
    begin: async (world) => {
      await control(world, 'mailbox/refuse', { code: 451, times: MANY, at: 'envelope' });
      await paid(world);
      const refused = 'sent_at IS NULL AND last_error IS NOT NULL';
      await found('a refused mail', () => world.sql(`SELECT 1 FROM emails WHERE ${refused}`));
      await world.sql(`UPDATE emails SET created_at = created_at - interval '20 minutes' WHERE ${refused}`);
      return () => control(world, 'mailbox/clear');
    },
  },
  {
    name: 'a gateway never answers a job, and its queue waits',
    alerts: ['JobsWait'],
    begin: async (world) => {
      const { sql } = world;
      const { id } = await paid(world);
      const [payment] = await sql('SELECT id FROM payments WHERE link_id = $1', [id]);
      await control(world, 'stripe/fail', { kind: 'held', reference: id, times: MANY });
      const enqueue = (about: unknown) =>
        sql(
          `INSERT INTO pgboss.job (name, data, singleton_key, policy)
           SELECT name, $1::jsonb, $2, policy FROM pgboss.queue WHERE name = 'check_payment'`,
          [{ id: about }, about],
        );
      await enqueue(payment?.id);
      await found('the job', () =>
        sql(`SELECT 1 FROM pgboss.job WHERE name = 'check_payment' AND state = 'active' AND data->>'id' = $1`, [
          payment?.id,
        ]),
      );
      await enqueue('pay_behind_it');
      await sql(
        `UPDATE pgboss.job SET start_after = start_after - interval '2 minutes' WHERE singleton_key = 'pay_behind_it'`,
      );
      return () => control(world, 'stripe/gateway_up');
    },
  },
  {
    name: 'a process grows',
    alerts: ['MemoryGrows'],
    begin: async ({ makeOdd }) => {
      makeOdd({ memoryBytes: 1.5e9 });
      return async () => makeOdd({});
    },
  },
  {
    name: 'the disk is filling',
    alerts: ['DiskFills'],
    begin: async ({ makeOdd }) => {
      makeOdd({ freeRatio: 0.05 });
      return async () => makeOdd({});
    },
  },
  {
    name: 'the clock of the machine is wrong',
    alerts: ['ClocksDiffer'],
    begin: async ({ makeOdd }) => {
      makeOdd({ aheadMs: 20_000 });
      return async () => makeOdd({});
    },
  },
  {
    name: 'the card processor takes no refunds',
    alerts: ['RefundDue'],
    begin: async (world) => {
      await control(world, 'stripe/fail', { kind: 'status', path: '^/v1/refunds', method: 'POST', times: MANY });
      await paidLate(world);
      const { sql } = world;
      await found('money that is due', () => sql(`SELECT 1 FROM payments WHERE state = 'refund_due'`));
      await unguarded(sql, 'payments', `SET settled_at = settled_at - interval '2 hours' WHERE state = 'refund_due'`);
      return () => control(world, 'stripe/gateway_up');
    },
  },
  {
    name: 'a bank sends a refund back',
    alerts: ['RefundFailed'],
    begin: async (world) => {
      await control(world, 'stripe/refunds', { mode: 'failed' });
      await paidLate(world);
      const { sql } = world;
      await found('the failed refund', () =>
        sql(`SELECT 1 FROM refunds WHERE state = 'failed' AND resolved_at IS NULL`),
      );
      return async () => {
        await control(world, 'stripe/refunds', { mode: 'succeeded' });
        // As staff do, who have sent the money by hand.
        await unguarded(sql, 'refunds', `SET resolved_at = now() WHERE state = 'failed'`);
      };
    },
  },
  {
    name: 'somebody changes the ledger by hand',
    alerts: ['BooksDiffer'],
    begin: async ({ sql }) => {
      const [entry] = await sql('SELECT transaction_id FROM ledger_entries LIMIT 1');
      await unguarded(
        sql,
        'ledger_entries',
        'SET amount_minor = amount_minor + 1 WHERE line = 1 AND transaction_id = $1',
        [entry?.transaction_id],
      );
      await checkLedgerNow(sql);
      return async () => {
        await unguarded(
          sql,
          'ledger_entries',
          'SET amount_minor = amount_minor - 1 WHERE line = 1 AND transaction_id = $1',
          [entry?.transaction_id],
        );
        await checkLedgerNow(sql);
      };
    },
  },
  {
    name: 'the ledger is not checked any more',
    alerts: ['BooksNotCompared'],
    begin: async ({ sql }) => {
      await checkLedgerNow(sql);
      await unguarded(sql, 'ledger_checks', `SET checked_at = checked_at - interval '3 hours'`);
      return () => checkLedgerNow(sql);
    },
  },
];

/** More than happen in a fault. */
const MANY = 1_000_000;

function control({ site }: World, action: string, input: object = {}): Promise<unknown> {
  return new Donor(site).control(action, input);
}

/** A card donation that is completed. */
async function paid({ site }: World): Promise<{ id: string; intent: unknown }> {
  const donor = new Donor(site);
  const id = await donor.mint('donation');
  const intent = await donor.askIntent(id);
  await donor.saveDetails(id, true);
  await donor.confirmCard(intent);
  await donor.pollUntilCompleted(id);
  return { id, intent: intent.payment_intent_id };
}

/** Money that comes after its link has expired. */
async function paidLate({ site, sql }: World): Promise<void> {
  const donor = new Donor(site);
  const id = await donor.mint('donation');
  const intent = await donor.askIntent(id);
  await donor.saveDetails(id, true);
  await sql(
    `UPDATE checkout_links SET created_at = now() - interval '1 day', expires_at = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  await donor.confirmCard(intent);
}

/** Makes the next check of the ledger due, and waits for it. */
async function checkLedgerNow(sql: World['sql']): Promise<void> {
  const [before] = await sql('SELECT count(*) FROM ledger_checks');
  await found('the next check of the ledger', () =>
    sql(`UPDATE pgboss.job SET start_after = now() WHERE name = 'check_ledger' AND state = 'created' RETURNING 1`),
  );
  await found('the check of the ledger', () =>
    sql('SELECT 1 FROM ledger_checks HAVING count(*) > $1', [before?.count]),
  );
}

/** Updates rows that triggers guard, as nobody but the owner of the tables can. */
async function unguarded(sql: World['sql'], table: string, update: string, values: unknown[] = []): Promise<void> {
  await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await sql(`UPDATE ${table} ${update}`, values);
  await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Opens a page again and again, as a visitor does who was there before. */
async function visit(page: string, goesOn: () => boolean): Promise<void> {
  for (let n = 0; goesOn(); await pause(500), n++) await (await fetch(`${page}?n=${n}`)).text();
}

/** Locks the links for a third of each second. */
async function stall(ownerUrl: string, goesOn: () => boolean): Promise<void> {
  const client = await connect(ownerUrl);
  while (goesOn()) {
    await client.query('BEGIN; LOCK TABLE checkout_links IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(0.3); COMMIT');
    await pause(600);
  }
  await client.end();
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Waits until a query finds rows. */
async function found(what: string, query: () => Promise<unknown[]>): Promise<void> {
  for (const limit = Date.now() + PATIENCE_MS; (await query()).length === 0; await pause(100))
    if (Date.now() > limit) throw new Error(`Waited in vain for ${what}.`);
}
