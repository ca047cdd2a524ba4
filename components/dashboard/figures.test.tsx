import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BalanceView } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { PaymentRecord } from '#lib/payments/views/record-view.ts';
import { pageView } from '#testing/page-view.ts';
import { minorMoney } from './money.ts';
import { PaymentPage } from './payments/payment-page.tsx';
import { RecordTable } from './payments/record-table.tsx';
import { Balance } from './withdrawals/balance.tsx';

const page = pageView();
const t = translatorFor('en');

/** Every figure of a payment is another one, so that none can stand in for another. */
const RECORD: PaymentRecord = {
  id: 'pay_1',
  linkId: 'chl_1',
  externalReference: null,
  receiptNumber: null,
  causeKey: 'a-well',
  causeTitle: 'A well',
  country: 'us',
  at: '2026-11-22T10:00:00Z',
  currency: 'USD',
  requestedMinor: 101,
  paidMinor: 202,
  refundedMinor: 303,
  refundingMinor: 404,
  disputedMinor: 505,
  chargedBackMinor: 606,
  commissionMinor: 707,
  costMinor: 808,
  netMinor: 909,
  rail: 'card',
  status: 'disputed',
  refundedAt: null,
  metadata: null,
  donor: null,
};
const BALANCE: BalanceView = {
  currency: 'USD',
  country: 'us',
  collectedMinor: 101,
  commissionMinor: 202,
  gatewayCostMinor: 303,
  refundedMinor: 404,
  refundsReservedMinor: 505,
  disputedMinor: 606,
  reservedMinor: 707,
  paidOutMinor: 808,
  onItsWayMinor: 909,
  onItsWay: [],
  keptForOthersMinor: 111,
  onHoldMinor: 222,
  availableMinor: 333,
};

type Figure = readonly [name: string, minor: number];
const AWAY: Figure[] = [
  [t('ownPayments.refunded'), -RECORD.refundedMinor],
  [t('ownPayments.refunding'), -RECORD.refundingMinor],
  [t('ownPayments.inDispute'), -RECORD.disputedMinor],
  [t('ownPayments.lost'), -RECORD.chargedBackMinor],
];
const OF_PAYMENT: Figure[] = [
  [t('ownPayments.requested'), RECORD.requestedMinor],
  [t('ownPayments.paid'), RECORD.paidMinor],
  ...AWAY,
  [t('ownPayments.fee'), -RECORD.commissionMinor],
  [t('ownPayments.cost'), -(RECORD.costMinor ?? 0)],
  [t('ownPayments.net'), RECORD.netMinor],
];
const LESS = [
  ...(['commission', 'gatewayCost', 'refunded', 'refundsReserved', 'disputed', 'reserved', 'paidOut'] as const),
  ...(['onItsWay', 'keptForOthers', 'onHold'] as const),
];
const OF_BALANCE: Figure[] = [
  [t('withdrawals.balance.collected'), BALANCE.collectedMinor],
  ...LESS.map((name): Figure => [t(`withdrawals.balance.${name}`), -BALANCE[`${name}Minor`]]),
  [t('withdrawals.balance.available'), BALANCE.availableMinor],
];

const ofPayment = <PaymentPage page={page} record={RECORD} receiptNumber={null} history={[]} />;
const inList = <RecordTable page={page} rows={[RECORD]} caption="All" empty="" />;
const balance = <Balance page={page} balance={BALANCE} title="All of it" />;

test.each([
  ['the page of a payment', ofPayment, OF_PAYMENT],
  ['a list of payments', inList, AWAY],
  ['a balance', balance, OF_BALANCE],
] as const)('%s has each figure after its own name', (_where, element, figures) => {
  const texts = renderToStaticMarkup(element)
    .replaceAll(/<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replace(/: *$/, ''))
    .filter((text) => text !== '');
  const after = figures.map(([name]) => [name, texts[texts.lastIndexOf(name) + 1]]);
  expect(after).toEqual(figures.map(([name, minor]) => [name, minorMoney(page, RECORD, minor)]));
});
