import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { storedCause } from '#scripts/testing/causes.ts';
import { chargeback, donation, gatewaySays, ownDatabase, taken } from '#scripts/testing/ledger.ts';
import { manyPayments } from '#scripts/testing/many-payments.ts';
import { exportRecords } from './export-records.ts';

ownDatabase();

const HEADER =
  'payment_id,link_id,external_reference,cause,paid_at_utc,requested_amount,paid_amount,currency,method,fee,gateway_cost,' +
  'refunded_amount,disputed_amount,charged_back_amount,net,donor_name,donor_email,anonymous,state';
/** What is still in use once everything else was collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

const LIMIT_MS = 240_000;

async function fileOf(keys: string[], filter: Parameters<typeof exportRecords>[1] = {}): Promise<string> {
  let file = '';
  for await (const piece of exportRecords(keys, filter)) file += piece;
  return file;
}

test('the file begins as Excel needs it, names its columns, and has a line for each donation', async () => {
  const { key } = await storedCause();
  const id = await donation(key, { amountMajor: 100, costs: taken('txn_csv', 10_000n, 320n) });
  const { linkId } = await db().payment.update({
    where: { id },
    data: { donorName: 'Ana, "la mayor"', donorEmail: 'ana@example.org' },
  });
  await db().checkoutLink.update({ where: { id: linkId }, data: { externalReference: 'order-7' } });
  await gatewaySays(id, { refundedMinor: 1000n });
  expect(await fileOf([key])).toBe(
    `\ufeff${HEADER}\r\n${id},${linkId},order-7,${key},2026-11-21T12:00:00.000Z,100.00,100.00,USD,card,4.50,3.20,10.00,0.00,0.00,82.30,` +
      '"Ana, ""la mayor""",ana@example.org,false,partially_refunded\r\n',
  );
});

test('what is in dispute, and what was lost in one, stands in columns of its own', async () => {
  const { key } = await storedCause({ feeModel: 'all_inclusive' });
  const disputes = [
    chargeback('du_csv_open', 'open', { amountMinor: 2000n }),
    chargeback('du_csv_lost', 'lost', { amountMinor: 500n }),
  ];
  await gatewaySays(await donation(key), { disputes });
  const [header = '', line = ''] = (await fileOf([key])).split('\r\n');
  const cell = (name: string) => line.split(',')[header.replace('\ufeff', '').split(',').indexOf(name)];
  const names = ['paid_amount', 'refunded_amount', 'disputed_amount', 'charged_back_amount', 'fee', 'net'];
  expect(names.map(cell)).toEqual(['50.00', '0.00', '20.00', '5.00', '1.25', '23.75']);
});

test('a donor who is anonymous to the public is in no file, and a name that is a formula is none in it', async () => {
  const { key } = await storedCause();
  const name = '=HYPERLINK("https://evil.example";"Click")';
  await db().payment.update({
    where: { id: await donation(key) },
    data: { donorName: 'Hidden', donorEmail: 'hidden@example.org', donorAnonymous: true },
  });
  await db().payment.update({ where: { id: await donation(key) }, data: { donorName: name } });
  const file = await fileOf([key]);
  expect(file).not.toMatch(/hidden/i);
  expect(file).toContain(',,,true,approved\r\n');
  expect(file).toContain(`,"'=HYPERLINK(""https://evil.example"";""Click"")",,false,approved\r\n`);
});

test('filters hold for the file, and pesos of Chile have no cents in it', async () => {
  const { key } = await storedCause({ currency: 'CLP', country: 'cl' });
  const id = await donation(key, { amountMajor: 20_000 });
  await gatewaySays(await donation(key), { disputes: [chargeback('du_export', 'open')] });
  const lines = (await fileOf([key], { standing: 'approved' })).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(id);
  expect(lines[1]).toContain(',20000,20000,CLP,card,1000,0,0,0,0,19000,');
});

test(
  '200 000 donations leave the memory as it was: the file is never held',
  async () => {
    const { key } = await storedCause();
    await manyPayments(key, 200_000);
    let [lines, pieces, settled, highest] = [0, 0, 0, 0];
    for await (const piece of exportRecords([key], {})) {
      lines += piece.split('\r\n').length - 1;
      pieces += 1;
      // The first pieces bring the process to its working size.
      if (pieces === 20) settled = heldBytes();
      else if (pieces % 20 === 0) highest = Math.max(highest, heldBytes());
    }
    expect(lines).toBe(200_001);
    expect(highest - settled).toBeLessThan(10 * 1024 * 1024);
  },
  LIMIT_MS,
);
