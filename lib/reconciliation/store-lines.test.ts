import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { parseReport } from '#lib/rails/mercado-pago/report.ts';
import { runningService } from '#testing/running-service.ts';
import { storeLines } from './store-lines.ts';

/* The rows of a settlement report have no number: the same row must be the same line in every report. */

runningService();
const HEADER =
  'SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_DATE,SETTLEMENT_NET_AMOUNT,SETTLEMENT_CURRENCY';
const AT = '2026-11-21T08:00:00.000-04:00';
const [ten, twenty, fee] = [
  `77,REFUND,-10.00,${AT},-10.00,MXN`,
  `77,REFUND,-20.00,${AT},-20.00,MXN`,
  `77,REFUND,-10.00,${AT},-9.00,MXN`,
];
let account = 0;
beforeEach(() => {
  account += 1;
});
const store = (...rows: string[]) => storeLines(`mercado-pago-${account}`, parseReport([HEADER, ...rows].join('\n')));
const stored = async () => {
  const lines = await db().bookLine.findMany({ where: { gateway: `mercado-pago-${account}` } });
  return lines.map(({ netMinor }) => Number(netMinor)).sort((a, b) => a - b);
};

test.each([
  [
    'in another order',
    [
      [ten, twenty],
      [twenty, ten],
    ],
    [-2000, -1000],
  ],
  ['one of them later', [[twenty], [ten, twenty]], [-2000, -1000]],
  ['one at a time', [[ten], [twenty]], [-2000, -1000]],
  ['with another fee', [[ten], [fee, ten]], [-1000, -900]],
  [
    'twice the same',
    [
      [ten, ten],
      [ten, ten],
    ],
    [-1000, -1000],
  ],
  ['the same again, later', [[ten], [ten, ten, twenty]], [-2000, -1000, -1000]],
  [
    'three in turn',
    [
      [twenty, ten],
      [fee, twenty],
      [ten, fee, twenty],
    ],
    [-2000, -1000, -900],
  ],
])('rows of one second that are reported %s are stored once each', async (_name, reports, expected) => {
  for (const rows of reports) await store(...rows);
  for (const rows of reports) await store(...rows);
  expect(await stored()).toEqual(expected);
});

test('concurrent runs store them once', async () => {
  await Promise.all([store(ten, twenty), store(twenty, ten), store(ten, twenty)]);
  expect(await stored()).toEqual([-2000, -1000]);
});
