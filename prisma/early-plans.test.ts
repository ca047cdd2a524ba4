import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '#scripts/testing/as-owner.ts';
import {
  createPartner,
  mintLink,
  openLink,
  type Partner,
  publishedCause,
} from '#scripts/testing/factories.ts';
import { mostRowsRead, planText } from '#scripts/testing/plan-faults.ts';
import { planInspector } from '#scripts/testing/plan-inspector.ts';
import { type ExplainedDatabase, explainedDatabase } from '#scripts/testing/plan-log.ts';
import { type Service, startService } from '#scripts/testing/service.ts';

/** Of each of the tables that the hottest statements read: after fifty the server looks at a table for the first time. */
const FEW = 60;

type Caller = { partner: Partner; cause: string };

let database: ExplainedDatabase;
let service: Service;
let caller: Caller;

beforeAll(async () => {
  database = await explainedDatabase(async ({ url, ownerUrl }) => {
    service = await startService({ DATABASE_URL: url });
    const callers = await Promise.all(Array.from({ length: FEW }, begin));
    caller = callers[0] as Caller;
    await asOwner('VACUUM ANALYZE', ownerUrl);
    await askTheHottest('early');
  });
});
afterAll(async () => {
  await service?.close();
  await database?.stop();
});

async function begin(): Promise<Caller> {
  const partner = await createPartner();
  const cause = await publishedCause(service, partner);
  await mintOnce({ partner, cause }, partner.clientId);
  return { partner, cause };
}

function mintOnce({ partner, cause }: Caller, operation: string) {
  return mintLink(service, partner.key, { cause }, { 'idempotency-key': operation });
}

/** Often enough for each connection to have planned all of it for good. */
async function askTheHottest(round: string): Promise<void> {
  const { partner, cause } = caller;
  for (let n = 0; n < 10; n++) {
    const { id } = await openLink(service, partner, { cause });
    await service.call(`/v1/checkout_links/${id}`, { key: partner.key });
    await service.call(`/v1/checkout_links/${id}/public`);
    for (const _replayed of [false, true]) await mintOnce(caller, `${round} ${n}`);
  }
}

test('what was planned while the tables were small reads no more of them once they are big', async () => {
  const inspector = planInspector(database, []);
  inspector.skip();
  await askTheHottest('late');
  inspector.look('a hot statement');
  inspector.conclude();
});

/** All links and their money, which the ledger would not let go. */
async function removeLinks(): Promise<void> {
  for (const table of ['ledger_transactions', 'ledger_entries'])
    await asOwner(`ALTER TABLE ${table} DISABLE TRIGGER USER`, database.ownerUrl);
  await asOwner('TRUNCATE checkout_links CASCADE', database.ownerUrl);
}

test('a link is found with its cause alone, where those that have links sort before all that have none', async () => {
  await removeLinks();
  const links = await Promise.all(
    Array.from({ length: FEW }, () => openLink(service, caller.partner, { cause: caller.cause })),
  );
  // All plans are made anew then, by what the server knows now: of two lists in order it would have to read little.
  await asOwner('ANALYZE', database.ownerUrl);
  database.statements();
  for (const { id } of links) await service.call(`/v1/checkout_links/${id}/public`);
  const reads = database.statements().filter(({ text }) => text.includes('FROM checkout_links l'));
  expect(reads).toHaveLength(FEW);
  for (const { root } of reads) expect(mostRowsRead(root), planText(root)).toBe(1);
});
