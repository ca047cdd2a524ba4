import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase } from '#testing/ledger.ts';
import { manyPayments } from '#testing/many-payments.ts';
import { exportRecords } from './export-records.ts';
import { listRecords } from './list-records.ts';

ownDatabase();

const HEADER =
  'payment_id,link_id,external_reference,cause,paid_at_utc,paid_at,requested_amount,paid_amount,currency,method,fee,gateway_cost,' +
  'refunded_amount,disputed_amount,charged_back_amount,net,donor_name,donor_email,anonymous,state,' +
  'cause_title,refunded_at_utc,metadata,being_refunded_amount';
/** What is still in use once everything else was collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

async function fileOf(keys: string[], filter: Parameters<typeof exportRecords>[1] = {}): Promise<string> {
  let file = '';
  for await (const piece of exportRecords(keys, filter, { timeZone: 'America/Bogota' })) file += piece;
  return file;
}

test('the file begins as Excel needs it, names its columns, and has a line for each donation', async () => {
  const { key } = await storedCause();
  const id = await donation(key, { amountMajor: 100, costs: movementCosts('txn_csv', 10_000n, 320n) });
  const { linkId } = await db().payment.update({
    where: { id },
    data: { donorName: 'Ana, "la mayor"', donorEmail: 'ana@example.org' },
  });
  const metadata = '{"campaign":"agua; 1"}';
  await db().checkoutLink.update({ where: { id: linkId }, data: { externalReference: 'order-7', metadata } });
  await db().cause.update({ where: { key }, data: { title: '=Agua' } });
  await applyReport(id, { refundedMinor: 1000n });
  expect(await fileOf([key])).toBe(
    `\ufeff${HEADER}\r\n${id},${linkId},order-7,${key},2026-11-21T12:00:00.000Z,2026-11-21T07:00:00-05:00,100.00,100.00,USD,card,4.50,3.20,10.00,0.00,0.00,82.30,` +
      '"Ana, ""la mayor""",ana@example.org,false,partially_refunded,' +
      '\'=Agua,2026-11-21T12:00:00.000Z,"{""campaign"":""agua; 1""}",0.00\r\n',
  );
});

test('a search lists and writes all donations that match it, however many donors have the name', async () => {
  const { key } = await storedCause();
  await manyPayments(key, 1105);
  const lines = (await fileOf([key], { text: 'donor' })).split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(1105);
  expect(lines[0]).toContain(`pay_${key}1,`);
  expect(lines.at(-1)).toContain(`pay_${key}1105,`);
  // Filters apply to all that match, not to the latest of them.
  await db().payment.update({ where: { id: `pay_${key}1104` }, data: { refundedMinor: 1000n } });
  const refunded = await listRecords([key], { text: 'donor', status: 'partially_refunded' }, undefined, 50);
  expect(refunded.rows.map(({ id }) => id)).toEqual([`pay_${key}1104`]);
});

test('what is in dispute, and what was lost in one, stands in columns of its own', async () => {
  const { key } = await storedCause({ feeModel: 'all_inclusive' });
  const disputes = [
    chargeback('du_csv_open', 'open', { amountMinor: 2000n }),
    chargeback('du_csv_lost', 'lost', { amountMinor: 500n }),
  ];
  await applyReport(await donation(key), { disputes });
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
  expect(file).toContain(',,,true,approved,');
  expect(file).toContain(`,"'=HYPERLINK(""https://evil.example"";""Click"")",,false,approved,`);
});

test('the figures of every donation add up, in the file and its columns', async () => {
  const { key } = await storedCause();
  const costs = (id: string, minor: bigint) => movementCosts(id, minor, 204n);
  await applyReport(await donation(key, { amountMajor: 60, costs: costs('txn_whole', 6000n) }), {
    disputes: [chargeback('du_whole', 'open', { amountMinor: 6000n })],
  });
  await applyReport(await donation(key, { amountMajor: 60, costs: costs('txn_lost', 6000n) }), {
    disputes: [chargeback('du_gone', 'lost', { amountMinor: 6000n })],
  });
  await applyReport(await donation(key, { amountMajor: 60, costs: costs('txn_some', 6000n) }), {
    refundedMinor: 1999n,
  });
  await applyReport(await donation(key, { amountMajor: 60, costs: costs('txn_all', 6000n) }), {
    refundedMinor: 6000n,
  });
  await applyReport(await donation(key, { amountMajor: 60, costs: costs('txn_pending', 6000n) }), {
    refunds: [
      {
        id: 're_1',
        refundId: null,
        amountMinor: 1501n,
        hasLeft: true,
        createdAt: NOW,
        status: 'pending',
      },
    ],
    disputes: [chargeback('du_rest', 'open', { amountMinor: 5000n })],
  });
  await donation(key, { amountMajor: 60 });
  const [header = '', ...lines] = (await fileOf([key])).replace('\ufeff', '').split('\r\n').slice(0, -1);
  const names = header.split(',');
  const minor = (line: string, name: string) => Math.round(Number(line.split(',')[names.indexOf(name)]) * 100);
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    const taken = [
      'fee',
      'gateway_cost',
      'refunded_amount',
      'being_refunded_amount',
      'disputed_amount',
      'charged_back_amount',
    ];
    const rest = taken.reduce((sum, name) => sum - minor(line, name), minor(line, 'paid_amount'));
    expect(minor(line, 'net'), line).toBe(rest);
    expect(line).not.toContain('-0.00');
  }
  const disputed =
    lines.find((line) => line.includes(',disputed,') && minor(line, 'being_refunded_amount') === 0) ?? '';
  expect(['paid_amount', 'disputed_amount', 'gateway_cost', 'net'].map((name) => minor(disputed, name))).toEqual([
    6000, 6000, 204, -204,
  ]);
});

test('a file of several causes is in the order of the screen, and with semicolons has decimal commas', async () => {
  const [one, other] = [await storedCause(), await storedCause()];
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
  const ids: string[] = [];
  for (const [minute, { key }] of [one, other, one].entries()) {
    const id = await donation(key);
    await db().payment.update({ where: { id }, data: { succeededAt: at(minute) } });
    ids.unshift(id);
  }
  let file = '';
  for await (const piece of exportRecords([one.key, other.key], {}, { separator: 'semicolon' })) file += piece;
  const [header = '', ...lines] = file.split('\r\n').slice(0, -1);
  expect(header).toContain('payment_id;link_id;');
  expect(lines.map((line) => line.split(';')[0])).toEqual(ids);
  expect(lines[0]).toContain(';50,00;50,00;USD;');
});

test('filters hold for the file, and pesos of Chile have no cents in it', async () => {
  const { key } = await storedCause({ currency: 'CLP', country: 'cl' });
  const id = await donation(key, { amountMajor: 20_000 });
  await applyReport(await donation(key), { disputes: [chargeback('du_export', 'open')] });
  const lines = (await fileOf([key], { status: 'approved' })).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(id);
  expect(lines[1]).toContain(',20000,20000,CLP,card,1000,0,0,0,0,19000,');
});

test('100 000 donations leave the memory as it was: the file is never held', {
  tags: ['full'],
  timeout: 600_000,
}, async () => {
  const { key } = await storedCause();
  await manyPayments(key, 100_000);
  let [lines, pieces, settled, highest] = [0, 0, 0, 0];
  for await (const piece of exportRecords([key], {})) {
    lines += piece.split('\r\n').length - 1;
    pieces += 1;
    // The first pieces bring the process to its working size.
    if (pieces === 20) settled = heldBytes();
    else if (pieces % 20 === 0) highest = Math.max(highest, heldBytes());
  }
  expect(lines).toBe(100_001);
  expect(highest - settled).toBeLessThan(10 * 1024 * 1024);
});
