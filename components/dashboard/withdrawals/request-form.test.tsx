import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pageView } from '#testing/page-view.ts';
import { CauseWithdrawalsPage } from './cause-withdrawals-page.tsx';

/** What the form says of the amount, of a cause with 230,249.70 available. */
function hintFor(currency: string, country: string): string | undefined {
  const sums = {
    collectedMinor: 0,
    commissionMinor: 0,
    gatewayCostMinor: 0,
    refundedMinor: 0,
    refundsReservedMinor: 0,
  };
  const rest = { disputedMinor: 0, reservedMinor: 0, paidOutMinor: 0, keptForOthersMinor: 0, onHoldMinor: 0 };
  const availableMinor = 23_024_970;
  const money = { ...sums, ...rest, availableMinor, onItsWayMinor: 0, onItsWay: [] };
  const cause = { key: 'well', ownerId: 'acc_1', title: 'A well', path: '/c/well', isPublic: true, country, currency };
  const account = { id: 'ba_1', bankName: 'Bank', maskedNumber: '•••• 6789', holderName: 'Olga', currency, note: null };
  const view = {
    cause: { ...cause, state: 'published' as const },
    passkey: null,
    balance: { currency, country, ...money },
    paysOut: true,
    stop: null,
    mostMinor: availableMinor,
    isUsedUp: false,
    dailyLimitMajor: 4_000_000,
    approvalAboveMajor: 2_000_000,
    accounts: [{ ...account, state: 'verified' as const }],
    hasWaitingAccount: false,
    once: 'once',
    withdrawals: [],
    after: null,
  };
  const html = renderToStaticMarkup(<CauseWithdrawalsPage page={pageView()} view={view} />);
  return /<p class="hint" id="[^"]*amount-hint">([^<]*)/.exec(html)?.[1];
}

test('cents are offered only in a currency whose amounts are written with them', () => {
  expect(hintFor('COP', 'co')).toMatch(/230,249\.70\. Whole amounts, without cents\.$/);
  expect(hintFor('USD', 'us')).toMatch(
    /230,249\.70\. Whole amounts, or everything that is available with its cents\.$/,
  );
});
