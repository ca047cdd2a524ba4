import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { db } from '#lib/db.ts';
import { performRefund, RefundPending } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { railOf, syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { isDomainError } from '#lib/problems/domain-error.ts';
import { isProblem } from '#lib/problems/problem.ts';
import { isGatewayError } from '#lib/rails/port/errors.ts';
import { intentOf, linkIn, openLink, pay, publishedCause } from '#testing/factories.ts';
import { differences } from '#testing/ledger.ts';
import { accountStateIn, approvedTransfer, localLinks, resetAccounts } from '#testing/local-rails.ts';
import { onlyAttemptOf, resetProcessor, secondsAgo, setExpiry } from '#testing/money.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { postAccountLines, storeLines } from './store-lines.ts';

const { service, partner } = runningService();
const { colombian } = localLinks(service, partner);
const co = accountStateIn(service, 'co');

/**
 * The number of rounds: each is some concurrent events, after which all books must agree. Test a change of the ledger or of reconciliation with `LEDGER_ROUNDS=800`.
 */
const ROUNDS = Number(process.env.LEDGER_ROUNDS ?? runs(16, 160));
const ROUNDS_OF_A_GAME = 16;

const DISPUTE_MOVES = [
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;

/** Events of received money. `card` and `transfer` choose one of the payments of a game. */
const card = fc.nat(3);
const part = fc.integer({ min: 1, max: 4 });
const deed = fc.oneof(
  fc.record({ does: fc.constant('staff give back' as const), card, part }),
  fc.record({ does: fc.constant('somebody gives back at the gateway' as const), card, part }),
  fc.record({ does: fc.constant('a refund comes back' as const), refund: fc.nat(5) }),
  fc.record({ does: fc.constant('refunds become' as const), mode: fc.constantFrom('succeeded', 'pending') }),
  fc.record({
    does: fc.constant('a dispute is opened' as const),
    card,
    part,
    kind: fc.constantFrom('inquiry', 'fraudulent'),
  }),
  fc.record({ does: fc.constant('a dispute moves' as const), status: fc.constantFrom(...DISPUTE_MOVES) }),
  fc.record({ does: fc.constant('a transfer is given back' as const), part }),
  fc.record({ does: fc.constant('staff give a transfer back' as const), part }),
  fc.record({
    does: fc.constant('a transfer is charged back' as const),
    part,
    detail: fc.constantFrom('in_process', 'settled', 'reimbursed'),
  }),
  fc.record({ does: fc.constant('somebody reads' as const), payment: fc.nat(4) }),
  fc.record({ does: fc.constant('what does not count goes back' as const) }),
  fc.record({ does: fc.constant('gateways pay out to our bank' as const) }),
  fc.record({ does: fc.constant('a payout comes back' as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;
const games = fc.array(fc.array(deed, { minLength: 1, maxLength: 5 }), {
  minLength: ROUNDS_OF_A_GAME,
  maxLength: ROUNDS_OF_A_GAME,
});

const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);
/** Impossible events are refused by the emulator, or by us with a reason; any other error fails the test. */
async function ifPossible(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    const isRefusal =
      error instanceof RefundPending ||
      (isDomainError(error) && !isProblem(error)) ||
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      isGatewayError(error) ||
      /^(stripe|mercado-pago-co)\/\w+: /.test((error as Error).message);
    if (!isRefusal) throw error;
  });
}

/** Two donations by card, one of them settled in another currency; a late one; and a bank transfer. */
async function arrive() {
  await stripe('settlement', { currency: 'usd', rates: { cop: 0.00025 }, releaseSeconds: 0 });
  await co('switches', { moneyReleaseMs: 0 });
  const cause = await publishedCause(service, partner);
  const plain = await openLink(service, partner, { cause });
  const late = await openLink(service, partner, { cause });
  const pesos = await linkIn(service, partner, 'COP', { country: 'PE', amount: 50_000 });
  const cards: { id: string; intent: string; amountMinor: number }[] = [];
  for (const link of [plain, late, pesos]) {
    const intent = await intentOf(service, link.id);
    if (link === late) {
      await db().payment.updateMany({ where: { linkId: link.id }, data: { state: 'canceled' } });
      await setExpiry(link.id, secondsAgo(60));
    }
    await pay(service, intent);
    const payment = await onlyAttemptOf(link.id);
    cards.push({ id: payment.id, intent, amountMinor: link.amount * 100 });
  }
  const transfer = await colombian();
  const payment_id = await approvedTransfer(service, transfer.id);
  const payment = await onlyAttemptOf(transfer.id);
  return { cards, transfer: { id: payment.id, payment_id, amountMajor: 50_000 } };
}
type Game = Awaited<ReturnType<typeof arrive>>;

async function refund(paymentId: string, amountMinor: number): Promise<void> {
  const { refundedMinor: seenMinor } = await db().payment.findUniqueOrThrow({ where: { id: paymentId } });
  const asked = requestRefund(
    {
      paymentId,
      amountMinor: BigInt(amountMinor),
      seenMinor,
      reason: 'Asked for',
      key: randomUUID(),
      requestedBy: 'acc_staff',
    },
    new Date(),
  );
  await ifPossible(
    asked.then(async (made) => {
      if (made.kind === 'requested') await performRefund(made.refund.id, new Date());
    }),
  );
}

async function act(one: Deed, { cards, transfer }: Game): Promise<unknown> {
  const chosen = (index: number) => cards[index % cards.length] ?? cards[0];
  switch (one.does) {
    case 'staff give back': {
      const { id, amountMinor } = chosen(one.card) as Game['cards'][number];
      return refund(id, (amountMinor * one.part) / 4);
    }
    case 'somebody gives back at the gateway': {
      const { intent, amountMinor } = chosen(one.card) as Game['cards'][number];
      const amount = (amountMinor * one.part) / 4;
      return ifPossible(service.stripe().refunds.create({ payment_intent: intent, amount }));
    }
    case 'a refund comes back': {
      const { data } = await service.stripe().refunds.list({ limit: 100 });
      const refund = data[one.refund]?.id;
      return refund && ifPossible(stripe('settle_refund', { refund, outcome: 'failed' }));
    }
    case 'refunds become':
      return stripe('refunds', { mode: one.mode });
    case 'a dispute is opened': {
      const { intent, amountMinor } = chosen(one.card) as Game['cards'][number];
      const amount = (amountMinor * one.part) / 4;
      return ifPossible(stripe('dispute', { payment_intent: intent, kind: one.kind, amount }));
    }
    case 'a dispute moves': {
      const { data } = await service.stripe().disputes.list({ limit: 100 });
      return Promise.all(data.map(({ id }) => ifPossible(stripe('move_dispute', { dispute: id, status: one.status }))));
    }
    case 'a transfer is given back': {
      const { payment_id, amountMajor } = transfer;
      return ifPossible(co('refund', { payment_id, amount: (amountMajor * one.part) / 4 }));
    }
    case 'staff give a transfer back':
      return refund(transfer.id, (transfer.amountMajor * 100 * one.part) / 4);
    case 'a transfer is charged back': {
      const { payment_id, amountMajor } = transfer;
      const amount = (amountMajor * one.part) / 4;
      const input = one.detail === 'in_process' ? { amount } : { status_detail: one.detail };
      return ifPossible(co('charge_back', { payment_id, ...input }));
    }
    case 'somebody reads':
      return syncPayment([...cards, transfer][one.payment % 4]?.id ?? '', new Date());
    case 'gateways pay out to our bank':
      return Promise.all([
        ifPossible(stripe('payout', { amount: 100, currency: 'usd' })),
        ifPossible(co('payout', { amount: 10 })),
      ]);
    case 'a payout comes back': {
      const { data } = await service.stripe().payouts.list({ limit: 1 });
      return data[0] && ifPossible(stripe('settle_payout', { payout: data[0].id, outcome: 'failed' }));
    }
    case 'what does not count goes back':
      return refundWhatIsDue();
  }
}

async function refundWhatIsDue() {
  const due = await db().refund.findMany({ where: { state: 'pending', requestedBy: null } });
  return Promise.all(due.map(({ id }) => ifPossible(performRefund(id, new Date()))));
}

/** Posts the gateways' payouts since the game began, as a reconciliation does. */
async function bookPayouts(from: Date): Promise<void> {
  for (const gateway of ['stripe', 'mercado-pago-co']) {
    const [rail, period] = [railOf({ gateway }), { from, to: new Date(Date.now() + 1000) }];
    let books = await rail.readBooks(period, null);
    while (!books.ready) books = await rail.readBooks(period, books.reportId);
    for await (const lines of books.pages) await storeLines(gateway, lines);
    await postAccountLines(gateway, period);
  }
}

/** The ledger's balance at each gateway, by currency. */
async function ledger(): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ name: string; amount: string }[]>`
    SELECT detail || ' ' || currency AS name, SUM(amount_minor)::text AS amount FROM ledger_entries
     WHERE account = 'gateway' GROUP BY detail, currency`;
  return new Map(rows.map(({ name, amount }) => [name, Number(amount)]));
}

/** The gateways' own balances, under the ledger's names. */
async function gatewaysOwn(): Promise<Record<string, number>> {
  const [cards, transfers] = [await stripe('books', {}), await co('books', {})];
  return {
    'stripe USD': cards.balance.USD ?? 0,
    'stripe COP': cards.balance.COP ?? 0,
    'mercado-pago-co COP': transfers.balance.COP ?? 0,
  };
}

test('after any concurrent events, the ledger’s balance at each gateway is the gateway’s own', {
  timeout: 7_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(games, async (rounds) => {
      await resetProcessor(service);
      await resetAccounts(service);
      const [before, ownBefore] = [await ledger(), await gatewaysOwn()];
      // Gateways use whole seconds.
      const begun = secondsAgo(1);
      const game = await arrive();
      const payments = [...game.cards, game.transfer];
      for (const round of rounds) {
        await Promise.all(round.map((one) => act(one, game)));
        for (const { id } of payments) await syncPayment(id, new Date());
        if (round.some(({ does }) => does.includes('pay out') || does.includes('payout'))) await bookPayouts(begun);
        const [now, own] = [await ledger(), await gatewaysOwn()];
        for (const [name, amount] of Object.entries(own)) {
          const [booked, moved] = [(now.get(name) ?? 0) - (before.get(name) ?? 0), amount - (ownBefore[name] ?? 0)];
          expect(`${name} ${booked}`).toBe(`${name} ${moved}`);
        }
      }
      expect(await differences()).toEqual([]);
    }),
    { numRuns: Math.ceil(ROUNDS / ROUNDS_OF_A_GAME) },
  );
});
