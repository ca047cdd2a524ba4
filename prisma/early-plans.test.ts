// @module-tag full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOwner } from '#testing/as-owner.ts';
import { mostRowsRead, planText } from '#testing/expensive-scans.ts';
import { type ExplainedDatabase, explainedDatabase, FILL_LIMIT_MS } from '#testing/explained-database.ts';
import { createPartner, mintLink, openLink, type Partner, publishedCause } from '#testing/factories.ts';
import { planChecker } from '#testing/plan-checker.ts';
import { type Service, startService } from '#testing/service.ts';

/** Rows of each table that the hottest statements read: autovacuum first analyses a table after fifty changes. */
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
}, FILL_LIMIT_MS);
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

/** Enough calls for every connection to use its generic plans. */
async function askTheHottest(round: string): Promise<void> {
  const { partner, cause } = caller;
  for (let n = 0; n < 10; n++) {
    const { id } = await openLink(service, partner, { cause });
    await service.call(`/v1/checkout_links/${id}`, { key: partner.key });
    await service.call(`/v1/checkout_links/${id}/public`);
    for (const _replayed of [false, true]) await mintOnce(caller, `${round} ${n}`);
  }
}

test('a plan from when the tables were small reads no more rows once they are large', async () => {
  const checker = planChecker(database, []);
  checker.skip();
  await askTheHottest('late');
  checker.check('a hot statement');
  checker.report();
});

/** Deletes all links and payments, with the ledger's triggers off. */
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
  // ANALYZE has every statement planned again. With these statistics merging two sorted lists looks cheap.
  await asOwner('ANALYZE', database.ownerUrl);
  database.statements();
  for (const { id } of links) await service.call(`/v1/checkout_links/${id}/public`);
  const reads = database.statements().filter(({ text }) => text.includes('FROM checkout_links l'));
  expect(reads).toHaveLength(FEW);
  for (const { root } of reads) expect(mostRowsRead(root), planText(root)).toBe(1);
});
