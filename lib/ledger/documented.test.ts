import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountFeePosting, payoutPosting } from './account-postings.ts';
import { ACCOUNTS } from './accounts.ts';
import {
  donationEntries,
  movementEntries,
  NO_REVERSALS,
  type PaymentFacts,
  type Reversals,
  reversalSteps,
  writeOffEntries,
} from './payment-postings.ts';
import { ACCOUNTS_OF, type Entry, KINDS, type TransactionKind } from './post.ts';
import { type WithdrawalEvent, withdrawalPosting } from './withdrawal-postings.ts';

const DOCUMENT = readFileSync('docs/ledger.md', 'utf8');

type Row = { event: string; kind: string; amounts: Record<string, bigint> };

/** The rows of the tables whose columns are accounts, without empty cells. */
const documented: Row[] = DOCUMENT.split('\n\n').flatMap((block) => {
  const [header = [], , ...rows] = block.split('\n').map((line) => line.split('|').slice(1, -1));
  const accounts = header.slice(2).map((title) => title.trim().replaceAll('`', ''));
  if (header[0]?.trim() !== 'Event') return [];
  return rows.map(([event = '', kind = '', ...cells]) => ({
    event: event.trim(),
    kind: kind.trim().replaceAll('`', ''),
    amounts: Object.fromEntries(
      cells.flatMap((cell, index) => (cell.trim() ? [[accounts[index], BigInt(cell.trim().replace('−', '-'))]] : [])),
    ),
  }));
});

type Posted = { kind: TransactionKind; entries: Entry[] }[];

const PAYMENT: PaymentFacts = {
  gateway: 'stripe',
  causeKey: 'water',
  currency: 'USD',
  amountMinor: 5000n,
  feePercent: '5',
  feeModel: 'plus_gateway_costs',
  counted: true,
};
const UNMATCHED: PaymentFacts = { ...PAYMENT, counted: false };
const OURS: PaymentFacts = { ...PAYMENT, feeModel: 'all_inclusive' };

const change = (payment: PaymentFacts) => (before: Partial<Reversals>, after: Partial<Reversals>) =>
  reversalSteps(payment, { ...NO_REVERSALS, ...before }, { ...NO_REVERSALS, ...after });
const [ofDonation, ofUnmatched] = [change(PAYMENT), change(UNMATCHED)];

const asked = { refundsPendingMinor: 1000n };
const moved = { ...asked, refundsMovedMinor: 1000n };
const part = { refundedMinor: 1000n };
const all = { refundedMinor: 5000n };
const byHand = { ...all, sentByHandMinor: 5000n };
const some = { disputedMinor: 2000n };
const held = { disputedMinor: 5000n };
const allMoved = { refundsPendingMinor: 5000n, refundsMovedMinor: 5000n };

const took = (payment: PaymentFacts, amountMinor: bigint, feeMinor: bigint): Posted => {
  const movement = { amountMinor, settledCurrency: 'USD', settledMinor: amountMinor, feeMinor };
  return [{ kind: 'settlement', entries: movementEntries(payment, movement) }];
};
const ofAccount = { gateway: 'stripe', currency: 'USD' };
const withdrawal = (event: WithdrawalEvent): Posted => [
  {
    kind: 'withdrawal',
    entries: withdrawalPosting(event, { causeKey: 'water', currency: 'USD', amountMinor: 5000n }),
  },
];

/** What the code posts for each row. A row that follows from the one above it is part of the same postings. */
const POSTED: Record<string, Posted> = {
  'A donation arrives': [{ kind: 'donation', entries: donationEntries(PAYMENT) }],
  'A refund of 10 dollars is asked for': ofDonation({}, asked),
  'It is rejected, or fails before it has succeeded': ofDonation(asked, {}),
  'It succeeds instead': ofDonation(asked, part),
  'Stripe takes its money while it is pending': ofDonation(asked, moved),
  'And then it succeeds': ofDonation(moved, part),
  '10 dollars are refunded at the gateway itself': ofDonation({}, part),
  'A refund comes back after it had succeeded': ofDonation(part, {}),
  'All of it is sent back by hand': ofDonation({}, byHand),
  'The donor’s bank returns what was sent by hand': ofDonation(byHand, {}),
  'An inquiry is opened': ofDonation({}, {}),
  'A chargeback of 20 dollars is opened': ofDonation({}, some),
  'It is lost': ofDonation(some, { chargedBackMinor: 2000n }),
  'It is won instead': ofDonation(some, {}),
  'A refund of 10 dollars comes back while a bank claims all': ofDonation({ ...part, ...held }, held).slice(0, 1),
  'So the bank claims that, too': ofDonation({ ...part, ...held }, held).slice(1),
  'All of it is charged back after a full refund': ofDonation(all, { ...all, ...held }),
  'What was sent by hand is refunded at the gateway, too': ofDonation(byHand, {
    refundedMinor: 10_000n,
    sentByHandMinor: 5000n,
  }),
  'What was sent by hand is charged back': ofDonation(byHand, { ...byHand, ...held }),
  'Unmatched funds arrive': [{ kind: 'uncounted', entries: donationEntries(UNMATCHED) }],
  'Their refund is asked for': ofUnmatched({}, { refundsPendingMinor: 5000n }),
  'They are refunded': ofUnmatched({}, all),
  'Stripe takes their money while the refund is pending': ofUnmatched({}, allMoved),
  'And then they are refunded': ofUnmatched(allMoved, all),
  'They are sent back by hand': ofUnmatched({}, byHand),
  'The donor’s bank returns it': ofUnmatched(byHand, {}),
  'They are charged back': ofUnmatched({}, held),
  'They are written off': [{ kind: 'write_off', entries: writeOffEntries(UNMATCHED, NO_REVERSALS) }],
  'Their donor turns up and is paid by hand': change({ ...UNMATCHED, isUnclaimed: true })({}, byHand),
  'The donor’s bank returns that transfer': change({ ...UNMATCHED, isUnclaimed: true })(byHand, {}),
  'Or somebody refunds it at the gateway': change({ ...UNMATCHED, isUnclaimed: true })({}, all),
  'And that comes back': change({ ...UNMATCHED, isUnclaimed: true })(all, {}),
  'They are charged back after they were written off': change({ ...UNMATCHED, isUnclaimed: true })({}, held),
  'A gateway reports what it took': took(OURS, 5000n, 175n),
  'The same where the creator bears it (`plus_gateway_costs`)': took(PAYMENT, 5000n, 175n),
  'It gives 30 cents of that back with a refund': took(PAYMENT, -1000n, -30n),
  'It takes 2 dollars that belong to no payment': [
    { kind: 'account_fee', entries: accountFeePosting({ ...ofAccount, grossMinor: 0n, feeMinor: 200n }) },
  ],
  'It pays out 20 dollars to our bank, for 5 cents': [
    { kind: 'payout', entries: payoutPosting({ ...ofAccount, grossMinor: -2000n, feeMinor: 5n }) },
  ],
  'Our bank returns that payout': [
    { kind: 'payout', entries: payoutPosting({ ...ofAccount, grossMinor: 2000n, feeMinor: 0n }) },
  ],
  'A withdrawal of 50 dollars is requested': withdrawal('reserved'),
  'It is approved, or sending starts': [],
  'It must not be sent any more, or was not sent': [],
  'It is rejected or cancelled': withdrawal('released'),
  'The bank has sent it': withdrawal('paid'),
  'The bank returns it afterwards': withdrawal('returned'),
};

test('the document shows an example of every posting, with the amounts that the code posts', () => {
  expect(documented.map(({ event }) => event)).toEqual(Object.keys(POSTED));
  for (const { event, kind, amounts } of documented) {
    const [posted, ...others] = POSTED[event] ?? [];
    expect(others, event).toEqual([]);
    expect(kind, event).toBe(posted?.kind ?? 'none');
    const expected = (posted?.entries ?? []).map(({ account, amountMinor }) => [account, amountMinor]);
    expect(amounts, event).toEqual(Object.fromEntries(expected));
  }
});

test('every kind of transaction and every account that is posted to has an example', () => {
  const shown = new Set(documented.flatMap(({ kind, amounts }) => [kind, ...Object.keys(amounts)]));
  expect(KINDS.filter((kind) => !shown.has(kind))).toEqual([]);
  // Posted to only where a gateway settles in another currency.
  expect(Object.keys(ACCOUNTS).filter((account) => !shown.has(account))).toEqual(['exchange']);
});

test('the examples of a kind have entries in all of its accounts, and in no others', () => {
  for (const kind of KINDS) {
    const examples = documented.filter((row) => row.kind === kind);
    const shown = new Set(examples.flatMap(({ amounts }) => Object.keys(amounts)));
    const accounts = ACCOUNTS_OF[kind].filter((account) => account !== 'exchange');
    expect([...shown].sort(), kind).toEqual(accounts.toSorted());
  }
});
