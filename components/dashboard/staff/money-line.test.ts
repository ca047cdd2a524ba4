import { expect, test } from 'vitest';
import { type MoneyFacts, moneyLine } from '#lib/dashboard/staff/money-line.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { figuresOf } from '#lib/ledger/payment-figures.ts';
import { NO_REVERSALS, type Reversals } from '#lib/ledger/payment-postings.ts';
import { pageView } from '#testing/page-view.ts';
import { writeMoneyLine } from './money-line.ts';

const NOW = new Date('2026-12-01T12:00:00Z');
const RELEASE = new Date('2026-12-08T00:00:00Z');
const page = (locale: Locale, place: string) => pageView({ locale, place });

type Change = Partial<Omit<MoneyFacts, 'figures'>> & { away?: Partial<Reversals>; costMinor?: bigint };

/** 50 dollars with 5 % commission and 1.75 of costs, released on 8 December, unless changed. */
function lineOf({ away = {}, costMinor = 175n, ...change }: Change, locale: Locale = 'en', place = 'us'): string {
  const state = change.state ?? 'approved';
  const reversals = { ...NO_REVERSALS, ...away };
  const figures = figuresOf({
    amountMinor: 5000n,
    ...reversals,
    feePercent: '5',
    counted: state === 'approved',
    costMinor,
  });
  const facts = {
    state,
    processing: false,
    figures,
    currency: 'USD',
    sentByHandMinor: reversals.sentByHandMinor,
    refundsPendingMinor: reversals.refundsPendingMinor,
  };
  return writeMoneyLine(
    page(locale, place),
    moneyLine({ ...facts, wonDispute: false, releasedAt: RELEASE, isReleased: false, ...change }, NOW),
  );
}

const KEPT = '$50 is with the creator, of which $2.50 is kept as commission and $1.75 for costs';

test.each<[string, Change, string]>([
  ['nothing was paid yet', { state: 'pending' }, 'No money has come in yet.'],
  ['it is about to be started', { state: 'starting' }, 'No money has come in yet.'],
  [
    'the gateway has to decide',
    { state: 'pending', processing: true },
    'The donor has paid; the payment service has not decided yet.',
  ],
  ['it failed', { state: 'failed' }, 'No money came in.'],
  ['it was declined', { state: 'declined' }, 'No money came in.'],
  ['it was canceled', { state: 'canceled' }, 'No money came in.'],
  [
    'it is approved, and its release is not known',
    { releasedAt: null },
    `$50 came in; ${KEPT}; when it will be released is not known yet.`,
  ],
  ['it is on its way', {}, `$50 came in; ${KEPT}; it will be released on Dec 8, 2026.`],
  [
    'it is released',
    { releasedAt: new Date('2026-11-30T10:00:00Z'), isReleased: true },
    `$50 came in; ${KEPT}; released on Nov 30, 2026.`,
  ],
  [
    'its day has come, and the gateway has not confirmed it',
    { releasedAt: new Date('2026-11-30T10:00:00Z') },
    `$50 came in; ${KEPT}; when it will be released is not known yet.`,
  ],
  [
    'the creator bears no costs',
    { costMinor: 0n },
    '$50 came in; $50 is with the creator, of which $2.50 is kept as commission; it will be released on Dec 8, 2026.',
  ],
  [
    'a part was refunded',
    { away: { refundedMinor: 2000n } },
    '$50 came in; $20 was refunded; $30 is with the creator, of which $1.50 is kept as commission and $1.75 for costs; it will be released on Dec 8, 2026.',
  ],
  [
    'a part is being refunded',
    { away: { refundsPendingMinor: 2000n } },
    '$50 came in; $20 is being refunded; $30 is with the creator, of which $1.50 is kept as commission and $1.75 for costs; it will be released on Dec 8, 2026.',
  ],
  [
    'a part was refunded, some of it by hand, and another part is being refunded',
    { away: { refundedMinor: 3000n, sentByHandMinor: 1000n, refundsPendingMinor: 1000n }, costMinor: 0n },
    '$50 came in; $30 was refunded; of that, $10 was sent by hand; $10 is being refunded; $10 is with the creator, of which $0.50 is kept as commission; it will be released on Dec 8, 2026.',
  ],
  [
    'it was sent by hand and refunded by the gateway too',
    { away: { refundedMinor: 10_000n, sentByHandMinor: 5000n }, costMinor: 0n },
    '$50 came in; $50 was refunded; of that, $50 was sent by hand; $50 more than came in was taken, which is our loss.',
  ],
  [
    'all was refunded, and its costs remain',
    { away: { refundedMinor: 5000n } },
    '$50 came in; $50 was refunded; $1.75 of commission and costs is not covered and reduces the creator’s balance.',
  ],
  [
    'all was refunded, and cost nothing',
    { away: { refundedMinor: 5000n }, costMinor: 0n },
    '$50 came in; $50 was refunded.',
  ],
  [
    'almost all was refunded',
    { away: { refundedMinor: 4900n } },
    '$50 came in; $49 was refunded; $1 is left; $0.80 of commission and costs is not covered and reduces the creator’s balance.',
  ],
  [
    'a bank holds all of it',
    { away: { disputedMinor: 5000n }, costMinor: 0n },
    '$50 came in; $50 is held in a dispute.',
  ],
  [
    'a bank holds what was left of a refund, and more',
    { away: { refundedMinor: 2000n, disputedMinor: 5000n }, costMinor: 0n },
    '$50 came in; $20 was refunded; $30 is held in a dispute; $20 more than came in was taken, which is our loss.',
  ],
  [
    'a dispute of a part was lost',
    { away: { chargedBackMinor: 2000n }, costMinor: 0n },
    '$50 came in; $20 was lost in a dispute; $30 is with the creator, of which $1.50 is kept as commission; it will be released on Dec 8, 2026.',
  ],
  [
    'a dispute was won',
    { wonDispute: true },
    `$50 came in; a dispute was won; ${KEPT}; it will be released on Dec 8, 2026.`,
  ],
  ['it came too late', { state: 'refund_due' }, '$50 came in and is unmatched; $50 is still to be refunded.'],
  [
    'it came too late, and its refund is in progress',
    { state: 'refund_due', away: { refundsPendingMinor: 5000n } },
    '$50 came in and is unmatched; $50 is being refunded.',
  ],
  [
    'unmatched funds were written off',
    { state: 'unclaimed', away: { refundedMinor: 2000n, sentByHandMinor: 2000n } },
    '$50 came in and is unmatched; $20 was refunded; of that, $20 was sent by hand; $30 was written off and waits for the donor.',
  ],
  [
    'unmatched funds were refunded',
    { state: 'refunded', away: { refundedMinor: 5000n } },
    '$50 came in and is unmatched; $50 was refunded.',
  ],
  [
    'unmatched funds were charged back',
    { state: 'charged_back', away: { refundedMinor: 1000n, chargedBackMinor: 4000n } },
    '$50 came in and is unmatched; $10 was refunded; $40 was lost in a dispute.',
  ],
])('where %s, one line says where the money is', (_name, change, line) => {
  expect(lineOf(change)).toBe(line);
});

const MIXED: Change = { away: { refundedMinor: 1000n, refundsPendingMinor: 500n, disputedMinor: 1500n } };

test('in Spanish and Portuguese it is one sentence, too', () => {
  expect(lineOf(MIXED, 'es', 'co').replaceAll('\u00a0', ' ')).toBe(
    'Entraron US$ 50; se devolvieron US$ 10; se están devolviendo US$ 5; US$ 15 están retenidos en una disputa; ' +
      'el creador tiene US$ 20, de los que se retienen US$ 1 de comisión y US$ 1,75 para costos; se liberará el 8 de dic de 2026.',
  );
  expect(lineOf(MIXED, 'pt', 'br').replaceAll('\u00a0', ' ')).toBe(
    'Entraram US$ 50; foram devolvidos US$ 10; US$ 5 estão sendo devolvidos; US$ 15 estão retidos em uma contestação; ' +
      'o criador tem US$ 20, dos quais US$ 1 ficam retidos como comissão e US$ 1,75 para custos; será liberado em 8 de dez. de 2026.',
  );
});

test('the day of its release is the one that its creator reads, wherever its reader is', () => {
  const view = pageView({ locale: 'es', place: 'co', timeZone: 'America/Bogota' });
  const says = (says: 'onItsWay' | 'released') => writeMoneyLine(view, [{ says, at: RELEASE }]);
  expect([says('onItsWay'), says('released')]).toEqual([
    'se liberará el 8 de dic de 2026.',
    'liberado el 8 de dic de 2026.',
  ]);
});
