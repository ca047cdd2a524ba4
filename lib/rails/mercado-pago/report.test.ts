import { expect, test } from 'vitest';
import { parseReport } from './report.ts';

const HEADER =
  'EXTERNAL_REFERENCE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_DATE,SETTLEMENT_NET_AMOUNT,SETTLEMENT_CURRENCY';
const AT = '2026-11-21T08:00:00.000-04:00';
const at = new Date('2026-11-21T12:00:00Z');
const report = (...rows: string[]) => `${[HEADER, ...rows].join('\r\n')}\r\n`;

test('payments, refunds and payouts: gross amount and fees, including taxes', () => {
  const lines = parseReport(
    report(
      `"chl_1, ""x""",77,SETTLEMENT,100.10,${AT},95.05,MXN`,
      `chl_1,77,REFUND,-20.00,${AT},-20.00,MXN`,
      `,88,PAYOUT,-50.00,${AT},-50.00,MXN`,
    ),
  );
  expect(lines).toEqual([
    {
      id: `SETTLEMENT:77:${at.toISOString()}`,
      kind: 'payment',
      gatewayPaymentId: '77',
      currency: 'MXN',
      grossMinor: 10_010n,
      feeMinor: 505n,
      netMinor: 9505n,
      at,
    },
    expect.objectContaining({ kind: 'refund', gatewayPaymentId: '77', netMinor: -2000n }),
    expect.objectContaining({ kind: 'payout', gatewayPaymentId: null, netMinor: -5000n }),
  ]);
});

test('two equal rows are two lines, with the same ids when read again', () => {
  const twice = report(...Array(2).fill(`chl_1,77,REFUND,-20.00,${AT},-20.00,MXN`));
  const ids = parseReport(twice).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(parseReport(twice).map(({ id }) => id)).toEqual(ids);
});

test('an unknown type is another movement; semicolons separate as well', () => {
  const [line] = parseReport(report(`,99,LOAN,5.00,${AT},5.00,MXN`).replaceAll(',', ';'));
  expect(line).toMatchObject({ kind: 'other', gatewayPaymentId: null, netMinor: 500n });
});

test.each([
  ['a column is missing', 'SOURCE_ID\n77\n'],
  ['an amount is no number', report(`,77,SETTLEMENT,,${AT},-,MXN`)],
  ['a gross amount is left out', report(`,77,SETTLEMENT,,${AT},95.05,MXN`)],
  ['a net amount is left out', report(`,77,REFUND,-20.00,${AT},,MXN`)],
  ['both amounts are blank', report(`,88,PAYOUT,,${AT}, ,MXN`)],
  ['a date is none', report(',77,SETTLEMENT,1.00,yesterday,1.00,MXN')],
])('a report in which %s is an error of the gateway, never money', (_name, text) => {
  expect(() => parseReport(text)).toThrow(/gateway failed: report with/);
});
