import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readResult, writeResult } from '#lib/dashboard/results.ts';
import { db, transaction } from '#lib/db.ts';
import { renderEmail } from '#lib/emails/render.ts';
import { newId } from '#lib/ids.ts';
import { minorUnitsPerMajor } from '#lib/money.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { exportRecords } from '#lib/payments/views/export-records.ts';
import { createBatch } from '#lib/withdrawals/batches.ts';
import { requestWithdrawal } from '#lib/withdrawals/request.ts';
import { NOW, storedCause } from '#testing/causes.ts';
import { applyReport, chargeback, donation, movementCosts, ownDatabase, pendingPayment } from '#testing/ledger.ts';
import { runs } from '#testing/runs.ts';
import { staffMember, storedBankAccount, verifyAccount } from '#testing/withdrawals.ts';

/** A mail alone, without the branding and the receipt that are looked up on delivery. */
const NO_CONTEXT = { trust: null, timeZone: null, receipt: null, testMode: false };

const viewer = vi.hoisted(() => ({ id: '', name: 'Olga', role: 'creator' as 'creator' | 'staff' }));

// Outside a request of Next nobody is signed in, so the session is replaced. Everything else is the product's.
vi.mock('#lib/dashboard/dashboard-page.ts', async (original) => ({
  ...(await original<object>()),
  loadDashboardPage: async (path: string, query: Record<string, string>) => ({
    actor: viewer,
    session: { id: 'ses_1', actor: viewer, isFresh: true },
    page: {
      viewer,
      locale: 'en',
      place: null,
      nonce: undefined,
      path,
      query,
      testMode: true,
      timeZone: 'UTC',
      hasChosenZone: false,
      result: await readResult(viewer, query.result, NOW),
    },
    now: NOW,
  }),
}));

ownDatabase();

/** Currencies without a minor unit at gateways (CLP, PYG), and without a customary one (COP). */
const CURRENCIES = ['CLP', 'PYG', 'COP'] as const;
/** PYG is as CLP. */
const SHOWN = runs<readonly (typeof CURRENCIES)[number][]>(['CLP', 'COP'], CURRENCIES);
const limit = (major: number) => CURRENCIES.map((currency) => `${currency}=${major}`).join(',');
Object.assign(process.env, {
  REFUND_APPROVAL_THRESHOLD: limit(1000),
  WITHDRAWAL_APPROVAL_THRESHOLD: limit(475_000),
  WITHDRAWAL_DAILY_LIMIT: limit(950_000),
});

type World = Awaited<ReturnType<typeof worldIn>>;
const worlds = new Map<string, World>();

/** One of everything that shows money, in a currency. No amount is a hundredth of another. */
async function worldIn(currency: (typeof CURRENCIES)[number]) {
  const minor = (major: number) => BigInt(major * minorUnitsPerMajor(currency));
  const { key, owner } = await storedCause({ country: 'cl', currency, goalAmount: 4_321_000n });
  const [staff, verifier] = [await staffMember(), await staffMember()];
  const paid = await pendingPayment(key, { amountMajor: 765_000 });
  const donor = { donorName: 'Ana', donorEmail: 'ana@example.org' };
  const { linkId } = await db().payment.update({ where: { id: paid }, data: donor });
  await db().checkoutLink.update({ where: { id: linkId }, data: { ...donor, donorAmount: 765_000n } });
  await applyReport(paid, { costs: movementCosts(`txn_${currency}`, minor(765_000), minor(25_000), currency) });
  const refund = { paymentId: paid, reason: 'Asked for', requestedBy: staff.id, createdAt: NOW };
  const { id: refundId } = await db().refund.create({
    data: { ...refund, id: newId('refund'), requestKey: 'first', amountMinor: minor(52_000) },
  });
  await applyReport(paid, {
    refundedMinor: minor(52_000),
    refunds: [
      {
        id: `re_${currency}`,
        refundId,
        amountMinor: minor(52_000),
        status: 'succeeded',
        hasLeft: true,
        createdAt: NOW,
      },
    ],
    disputes: [chargeback(`du_${currency}`, 'open', { amountMinor: minor(31_000), currency, respondBy: NOW })],
  });
  const failed = await db().refund.create({
    data: {
      ...refund,
      id: newId('refund'),
      requestKey: 'second',
      amountMinor: minor(7_000),
      state: 'failed',
      settledAt: NOW,
    },
  });
  const refundable = await donation(key, { amountMajor: 843_000 });
  const waiting = await donation(key, { amountMajor: 921_000 });
  await requestRefund(
    {
      paymentId: waiting,
      amountMinor: minor(64_000),
      reason: 'Asked for',
      key: randomUUID(),
      seenMinor: 0n,
      requestedBy: staff.id,
    },
    NOW,
  );
  const bankAccountId = await storedBankAccount(owner, currency);
  await verifyAccount(verifier, bankAccountId);
  const withdrawal = await requestWithdrawal(
    owner,
    {
      causeKey: key,
      amountMajor: 18_000,
      currency,
      bankAccountId,
      reason: 'Pipes',
      key: randomUUID(),
    },
    NOW,
  );
  const sides = { currency, oursMinor: String(minor(47_000)), theirsMinor: String(minor(49_000)) };
  const form = { once: randomUUID(), locale: 'en', amount: '1000', reason: 'Pipes', bankAccountId };
  const review = await transaction((tx) => writeResult(tx, owner.id, 'withdrawal.request', { values: form }, NOW));
  const batch = await createBatch(staff, currency, NOW);
  return { batch, key, owner, staff, paid, linkId, failed, refundable, waiting, withdrawal, review, sides };
}

beforeAll(async () => {
  for (const currency of SHOWN) worlds.set(currency, await worldIn(currency));
  const sides = [...worlds.values()].map((world) => world.sides);
  await db().reconciliation.create({
    data: {
      id: newId('reconciliation'),
      gateway: 'stripe',
      from: NOW,
      to: NOW,
      routine: true,
      startedAt: NOW,
      finishedAt: NOW,
      balances: sides,
      differences: sides.map((one) => ({ ...one, about: 'balance', subject: one.currency, paymentId: null })),
    },
  });
  await db().ledgerCheck.create({
    data: {
      id: newId('ledgerCheck'),
      checkedAt: NOW,
      differences: sides.map(({ currency, oursMinor, theirsMinor }) => ({
        about: 'currency',
        kind: null,
        subject: currency,
        causeKey: null,
        currency,
        account: null,
        expectedMinor: oursMinor,
        foundMinor: theirsMinor,
      })),
    },
  });
});

type Way = { params?: Record<string, string>; query?: Record<string, string> };
const ownCause = ({ key }: World): Way => ({ params: { key } });

/** The amounts that each page shows, in major units, smallest first. */
const PAGES: Record<string, [amounts: string, way?: (world: World) => Way]> = {
  'page.tsx': ['2446000'],
  'causes/[key]/page.tsx': [
    '0 25000 31000 34100 42150 42850 52000 64000 622900 765000 800850 814150 843000 921000 2219900 2446000 4321000',
    ownCause,
  ],
  'causes/[key]/payments/page.tsx': [
    '0 25000 31000 34100 42150 42850 52000 64000 622900 765000 800850 814150 843000 921000',
    ownCause,
  ],
  'causes/[key]/statements/page.tsx': ['0 18000 25000 31000 116000 119100 2219900 2529000', ownCause],
  'causes/[key]/withdrawals/page.tsx': [
    '0 18000 25000 31000 52000 64000 119100 475000 932000 950000 2219900 2529000',
    ownCause,
  ],
  'causes/[key]/withdrawals/review/page.tsx': [
    '1000 2218900',
    ({ key, review }) => ({ params: { key }, query: { result: review } }),
  ],
  'payments/page.tsx': [
    '0 25000 31000 34100 42150 42850 52000 64000 622900 765000 800850 814150 843000 921000 2446000',
  ],
  'payments/[id]/page.tsx': [
    '25000 29450 31000 34100 49400 52000 622900 726750 765000',
    ({ paid }) => ({ params: { id: paid } }),
  ],
  'withdrawals/page.tsx': ['0 18000 25000 31000 52000 64000 119100 2219900 2529000'],
  'staff/approvals/page.tsx': ['64000'],
  'staff/causes/[key]/page.tsx': ['0 2219900 2446000 4321000', ownCause],
  'staff/disputes/page.tsx': ['31000'],
  'staff/ledger/page.tsx': ['0 18000 25000 47000 49000 64000 119100 2219900 2421000'],
  'staff/links/page.tsx': ['765000 843000 921000'],
  'staff/links/[id]/page.tsx': ['765000', ({ linkId }) => ({ params: { id: linkId } })],
  'staff/payments/page.tsx': ['765000 843000 921000'],
  'staff/payments/[id]/page.tsx': ['1000 42150 800850 843000', ({ refundable }) => ({ params: { id: refundable } })],
  'staff/reconciliation/page.tsx': ['47000 49000'],
  'staff/refunds/page.tsx': ['7000'],
  'staff/refunds/[id]/page.tsx': ['7000 682000', ({ failed }) => ({ params: { id: failed.id } })],
  'staff/search/page.tsx': ['765000', ({ paid }) => ({ query: { q: paid } })],
  'staff/creators/[id]/page.tsx': ['0 18000 2219900 2529000', ({ owner }) => ({ params: { id: owner.id } })],
  'staff/donors/[id]/page.tsx': ['52000 765000', ({ paid }) => ({ params: { id: paid } })],
  'staff/withdrawals/batches/page.tsx': ['18000'],
  'staff/withdrawals/batches/[id]/page.tsx': ['18000', ({ batch }) => ({ params: { id: batch } })],
  'staff/withdrawals/page.tsx': ['18000', () => ({ query: { state: 'approved' } })],
  'staff/withdrawals/[id]/page.tsx': ['18000 2219900', ({ withdrawal }) => ({ params: { id: withdrawal.id } })],
};

const WITHOUT_MONEY = [
  'account/page.tsx',
  // Its amounts are those of an action's review (lib/dashboard/staff/reviews.test.ts).
  'review/page.tsx',
  ...['edit', 'messages', 'pictures', 'updates'].map((page) => `causes/[key]/${page}/page.tsx`),
  'causes/new/page.tsx',
  'withdrawals/bank-account/page.tsx',
  ...[
    'audit',
    'causes',
    'mails',
    'clients',
    'clients/[id]',
    'clients/new',
    'events',
    'keys',
    'keys/[id]',
    'bank-accounts/[id]',
  ].map((page) => `staff/${page}/page.tsx`),
];

/** The distinct amounts in a currency within a text, smallest first, without separators. */
function amountsIn(html: string, currency: string): string {
  const text = html.replace(/<[^>]*>/g, ' ');
  const found = [...text.matchAll(new RegExp(`${currency}\\s?([\\d.,]*\\d)`, 'g'))].map(([, digits = '']) =>
    digits.replaceAll(',', ''),
  );
  return [...new Set(found)].sort((a, b) => Number(a) - Number(b)).join(' ');
}

/** A page's visible text. */
async function render(file: string, world: World, { params = {}, query = {} }: Way): Promise<string> {
  const { owner, staff } = world;
  const actor = file.startsWith('staff/') ? staff : owner;
  Object.assign(viewer, { id: actor.id, role: actor.role });
  const { default: Page } = await import(join(import.meta.dirname, file));
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  return renderToStaticMarkup((await Page(props)) as ReactNode);
}

test('every page of the dashboard is in one of the lists', () => {
  const files = globSync('**/page.tsx', { cwd: import.meta.dirname });
  expect(files.sort()).toEqual([...Object.keys(PAGES), ...WITHOUT_MONEY].sort());
});

describe.each(SHOWN)('in %s', (currency) => {
  const world = () => worlds.get(currency) as World;

  test.each(Object.entries(PAGES))('%s shows whole amounts', async (file, [amounts, way = () => ({})]) => {
    expect(amountsIn(await render(file, world(), way(world())), currency)).toBe(amounts);
  });

  test('a payment’s page shows its refunds, and those that wait for approval', async () => {
    const page = (id: string) => render('staff/payments/[id]/page.tsx', world(), { params: { id } });
    expect(amountsIn(await page(world().paid), currency)).toBe(
      '1550 2600 7000 25000 29450 31000 34100 38250 49400 52000 682000 726750 765000',
    );
    expect(amountsIn(await page(world().waiting), currency)).toBe('3200 42850 46050 60800 64000 857000 874950 921000');
  });

  test('the CSV of payments has whole amounts', async () => {
    let file = '';
    for await (const piece of exportRecords([world().key], {})) file += piece;
    const row = file.split('\r\n').find((line) => line.startsWith(world().paid));
    // At gateways, and in files, COP has cents.
    const whole = currency === 'COP' ? row?.replaceAll('.00,', ',') : row;
    expect(whole).toContain(`,765000,765000,${currency},card,34100,25000,52000,31000,0,622900,`);
  });

  test('mails to donors and creators have whole amounts', async () => {
    const mails = await db().email.findMany();
    const shown = mails.flatMap(({ template, data }) => {
      const amounts = amountsIn(
        renderEmail(template as 'donation_completed', 'en', {
          ...(data as object),
          context: NO_CONTEXT,
        } as never).text,
        currency,
      );
      return amounts === '' ? [] : [`${template}: ${amounts}`];
    });
    expect(shown.sort()).toEqual([
      'donation_completed: 765000',
      'donation_given_back: 52000 765000',
      'withdrawal_changed: 18000',
    ]);
  });
});
