import { randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { db, pool } from '#lib/db.ts';
import { performRefund, RefundPending } from '#lib/payments/refunds/perform-refund.ts';
import { requestRefund } from '#lib/payments/refunds/request-refund.ts';
import { cancelLink } from '#lib/payments/sync/end-link.ts';
import { syncPayment } from '#lib/payments/sync/sync-payment.ts';
import { changeCause, openLink, publishedCause } from '#testing/factories.ts';
import { differences } from '#testing/ledger.ts';
import { accountStateIn, paymentsAt, resetAccounts } from '#testing/local-rails.ts';
import { resetProcessor, until } from '#testing/money.ts';
import { PAYER } from '#testing/payer.ts';
import { runningService } from '#testing/running-service.ts';
import { runs } from '#testing/runs.ts';
import { ModelWalk } from './model-walk.ts';
import type { WalksReport } from './prove-walks.ts';

const { service, partner } = runningService({
  // Walks are faster than any donor.
  RATE_LIMIT_LINK_PER_10S: '100000',
  RATE_LIMIT_ADDRESS_PER_10S: '1000000',
  RATE_LIMIT_CLIENT_PER_10S: '1000000',
});
const co = accountStateIn(service, 'co');
const stripe = (action: string, input: object) => service.control(`stripe/${action}`, input);

/**
 * How many walks, from which seed, and how many at the same time. The test suite takes the same ones in every run, unless it is
 * told `RANDOM_SEEDS=1`; many are for `npm run prove -- walks`. Both say their seed.
 */
const WALKS = Number(process.env.PROVE_WALKS ?? runs(32, 400));
const SEED = Number(process.env.PROVE_SEED ?? (process.env.RANDOM_SEEDS === '1' ? randomInt(2 ** 31) : 20_261_123));
/** A mutant is caught by the first walk that fails, however long. */
const SHRINKS = process.env.PROVE_SHRINK !== 'no';
const LANES = 8;
const STEPS = { min: 16, max: 24 };
const AMOUNTS = [50_000, 60_000] as const;

beforeAll(async () => {
  await resetProcessor(service);
  await resetAccounts(service);
});

/** How often each kind of step was taken, in all walks: printed for `npm run prove`. */
const taken = new Map<string, number>();

/** Steps that are taken more often than the others, because few links come so far. */
const MOVES_MONEY = /is paid$|approves|refund|charge/;
/** While nothing of the link can be paid, these come first. */
const STARTS = /intent is asked for$|transfer is started/;
/** After these little can happen. */
const ENDS = /^the expiry passes|^the cause stops|^staff cancel|stops meanwhile/;
/** As long as a start has no answer: asking for the intent again would bring one. */
const PASSES_BY = /transfer is started|approves/;
/** A walk in which so many steps in a row changed nothing goes no further: what is left of it would be the same again. */
const STEPS_IN_VAIN = 5;

/** What is stored of a link: its row and its cause's, its attempts and their refunds, and what the ledger has at gateways. */
type Stored = {
  link: { expired_at: string | null };
  payments: StoredPayment[];
  refunds: { payment_id: string; state: string }[];
  held: number;
};
type StoredPayment = {
  id: string;
  rail: string;
  state: string;
  gateway_reference: string | null;
  amount_minor: number | null;
  refunded_minor: number;
  disputed_minor: number;
  charged_back_minor: number;
};

/** One link in the product, and where the model is in the same walk. */
class Walk {
  readonly model = new ModelWalk();
  readonly steps: string[] = [];
  private amount = 0;
  private cookie = '';
  private declines = 0;
  private stored: Stored = { link: { expired_at: null }, payments: [], refunds: [], held: 0 };
  /** What the last comparison compared, as text. */
  private compared = '';
  private stepsInVain = 0;

  private readonly linkId: string;
  private readonly cause: string;

  private constructor(linkId: string, cause: string) {
    this.linkId = linkId;
    this.cause = cause;
  }

  static async begin(): Promise<Walk> {
    const goal = { amount: 1_000_000, currency: 'COP' };
    const cause = await publishedCause(service, partner, { country: 'CO', goal, title: 'Un pozo' });
    const link = await openLink(service, partner, { cause, amount: AMOUNTS[0], currency: 'COP' });
    return new Walk(link.id, cause);
  }

  get isOver(): boolean {
    return this.stepsInVain >= STEPS_IN_VAIN;
  }

  /** Does one of the things that can happen now. */
  async step(choice: number): Promise<void> {
    const possible = this.possible();
    const { attempts, status } = this.model.now;
    const isUnanswered = attempts.some(({ state }) => state === 'starting');
    const isIdle = status === 'open' && !attempts.some(({ state }) => state === 'pending');
    const often = isUnanswered ? PASSES_BY : isIdle ? STARTS : MOVES_MONEY;
    const weightOf = (name: string) => (often.test(name) ? 6 : ENDS.test(name) ? 1 : 2);
    const names = Object.keys(possible).flatMap((name) => Array.from({ length: weightOf(name) }, () => name));
    const name = names[choice % names.length] ?? '';
    this.steps.push(name);
    const kind = name.replaceAll(/ \d/g, '');
    taken.set(kind, (taken.get(kind) ?? 0) + 1);
    await possible[name]?.();
    this.stepsInVain = (await this.compare()) ? 0 : this.stepsInVain + 1;
  }

  private possible(): Record<string, () => Promise<unknown>> {
    const { model } = this;
    const { attempts, status, isLate, isStopped, changesLeft, surprisesLeft } = model.now;
    const rowOf = (slot: number): StoredPayment => {
      const rail = slot < 3 ? 'card' : 'bank_transfer';
      const row = this.stored.payments.filter((one) => one.rail === rail)[slot % 3];
      if (!row) throw new Error(`The product has no attempt ${slot}`);
      return row;
    };
    const can: Record<string, () => Promise<unknown>> = {
      poll: async () => {
        model.read();
        await this.poll();
      },
      'the donor returns': async () => {
        model.return();
        await this.call('/checkout/confirmation', { ref: this.linkId });
      },
    };
    const hasRoom = (rail: number) => {
      const live = model.liveOn(rail);
      return model.freeOn(rail) !== 7 || (live?.object === 'live' && live.hasWantedAmount);
    };
    if (hasRoom(0))
      can['an intent is asked for'] = async () => {
        const isGiven = model.askIntent();
        expect((await this.askIntent()).status === 200).toBe(isGiven);
      };
    if (hasRoom(3))
      can['a transfer is started'] = async () => {
        const isGiven = model.startTransfer();
        const body = { ref: this.linkId, method: 'bank_transfer', payer: PAYER };
        const { status: code } = await this.call('/checkout/redirect', body);
        expect(code === 200).toBe(isGiven);
      };
    if (status === 'open' && !isLate && !isStopped && !model.liveOn(0) && model.freeOn(0) !== 7) {
      can['an intent is asked for, and the cause stops meanwhile'] = async () => {
        model.stopWhileStarting();
        await this.stopWhileStarting();
      };
      can['an intent is asked for, and the answer is lost'] = async () => {
        model.loseIntent();
        await stripe('fail', {
          kind: 'reset_after',
          method: 'POST',
          path: 'payment_intents$',
          reference: this.linkId,
          times: 2,
        });
        expect((await this.askIntent()).status).toBe(503);
      };
    }
    if (!isLate) can['the expiry passes'] = () => this.expire();
    if (!isStopped)
      can['the cause stops'] = async () => {
        model.must('the cause stops collecting');
        await this.stopCause();
      };
    if (status === 'open' && !isLate)
      can['staff cancel the link'] = async () => {
        model.must('staff begin to cancel the link');
        await cancelLink(this.linkId, new Date());
      };
    if (status === 'open' && !isLate && !isStopped && changesLeft > 0)
      can['the amount is changed'] = async () => {
        model.must('the donor changes the amount');
        this.amount = 1 - this.amount;
        const body = { ref: this.linkId, amount: AMOUNTS[this.amount] };
        expect((await this.call('/checkout/donation', body)).status).toBe(200);
      };

    for (const { slot, state, object, isShown, ourRefund, remoteRefund, dispute } of attempts) {
      const name = `${slot < 3 ? 'card' : 'transfer'} ${(slot % 3) + 1}`;
      const isCard = slot < 3;
      if (state === 'starting') continue;
      if (object !== 'none')
        can[`somebody syncs ${name}`] = async () => {
          model.sync(slot);
          await syncPayment(rowOf(slot).id, new Date());
        };
      const paying = isLate ? 'the donor pays {} after the expiry' : 'the donor pays {} in time';
      const reference = () => rowOf(slot).gateway_reference ?? '';
      if (isCard && isShown && object === 'live') {
        can[`${name} is paid`] = async () => {
          model.must(paying, slot);
          await this.confirm(reference(), 'pm_card_visa');
        };
        can[`${name} is confirmed, and the bank decides later`] = async () => {
          model.must('the donor confirms {}, and its gateway has to decide', slot);
          await stripe('force', { reference: this.linkId, outcome: 'processing' });
          await this.confirm(reference(), 'pm_card_visa');
        };
        if (this.declines < 3)
          can[`${name} is declined`] = async () => {
            this.declines += 1;
            await this.confirm(reference(), 'pm_card_chargeDeclined').catch(() => undefined);
          };
      }
      if (isCard && object === 'processing') {
        can[`the bank approves ${name}`] = async () => {
          model.must(paying, slot);
          await stripe('settle', { payment_intent: reference(), outcome: 'succeeded' });
        };
        can[`the bank declines ${name}`] = async () => {
          model.must('{} may be tried again after a decline', slot);
          await stripe('settle', { payment_intent: reference(), outcome: 'failed' });
        };
      }
      if (!isCard && isShown && object === 'live') {
        can[`the bank approves ${name}`] = async () => {
          model.must(paying, slot);
          await co('approve', { payment_id: Number(reference()) });
        };
        can[`the bank declines ${name}`] = async () => {
          model.must('the donor confirms {}, and its gateway has to decide', slot);
          model.must('{} is declined for good', slot);
          await co('reject', { payment_id: Number(reference()) });
        };
      }
      if (!isCard && isShown && object === 'canceled' && surprisesLeft > 0)
        can[`the bank approves ${name} late`] = async () => {
          const kind = isLate
            ? 'the bank approves {} late, although it had ended'
            : 'the bank approves {} in time, although it had ended';
          model.must(kind, slot);
          await co('approve', { payment_id: Number(reference()), late: true });
        };
      if (
        state === 'approved' &&
        ourRefund === 'none' &&
        model.attempt(slot)?.recordedDispute === 'none' &&
        surprisesLeft > 0
      )
        can[`staff refund ${name}`] = async () => {
          model.must('staff refund {}', slot);
          const row = rowOf(slot);
          const asked = {
            paymentId: row.id,
            amountMinor: BigInt(row.amount_minor ?? 0),
            seenMinor: BigInt(row.refunded_minor),
          };
          const more = { reason: 'Asked for', key: randomUUID(), requestedBy: 'acc_staff' };
          expect((await requestRefund({ ...asked, ...more }, new Date())).kind).toBe('requested');
        };
      // A chargeback of what is about to be refunded is the model's alone: its gateway's refusal is retried for a day.
      if (ourRefund === 'pending' && dispute !== 'open' && dispute !== 'lost')
        can[`the refund of ${name} is performed`] = async () => {
          model.performRefund(slot);
          const row = rowOf(slot);
          const refund = await db().refund.findFirstOrThrow({
            where: { paymentId: row.id, state: 'pending' },
          });
          await performRefund(refund.id, new Date()).catch((error: unknown) => {
            if (!(error instanceof RefundPending)) throw error;
          });
        };
      if (isCard && remoteRefund === 'succeeded' && surprisesLeft > 0)
        can[`the refund of ${name} comes back`] = async () => {
          model.must('the refund of {} comes back', slot);
          const { data } = await service.stripe().refunds.list({ payment_intent: reference(), limit: 1 });
          await stripe('settle_refund', { refund: data[0]?.id, outcome: 'failed' });
        };
      const isPaid = object === 'in_time' || object === 'late';
      if (isCard && isPaid && dispute === 'none' && ourRefund === 'none' && surprisesLeft > 0)
        can[`${name} is charged back`] = async () => {
          model.must('a chargeback of {} is opened', slot);
          await stripe('dispute', { payment_intent: reference(), kind: 'fraudulent' });
        };
      if (isCard && dispute === 'open')
        for (const outcome of ['lost', 'won'] as const)
          can[`the chargeback of ${name} is ${outcome}`] = async () => {
            model.must(`the chargeback of {} is ${outcome}`, slot);
            const { data } = await service.stripe().disputes.list({ payment_intent: reference(), limit: 1 });
            await stripe('close_dispute', { dispute: data[0]?.id, outcome });
          };
    }
    return can;
  }

  /**
   * The expiry is put a moment before the next whole second, and then waited for: gateways report whole seconds, and what
   * was paid before must be in time, what is paid afterwards late.
   */
  private async expire(): Promise<void> {
    this.model.must('time passes');
    this.model.must('time passes');
    const second = (Math.floor(Date.now() / 1000) + 1) * 1000;
    const createdAt = new Date(second - 86_400_000);
    await db().checkoutLink.update({
      where: { id: this.linkId },
      data: { expiresAt: new Date(second - 1), createdAt },
    });
    await pause(Math.max(1, second - Date.now() + 1));
  }

  private askIntent() {
    return this.call(`/v1/checkout_links/${this.linkId}/payment_intent`, {});
  }

  private stopCause() {
    return changeCause(this.cause, { state: 'paused' });
  }

  /** The gateway answers once the cause has stopped. */
  private async stopWhileStarting(): Promise<void> {
    const reference = this.linkId;
    await stripe('fail', { kind: 'held', method: 'POST', path: 'payment_intents$', reference });
    const asked = this.askIntent();
    await until('an attempt that is being started', async () =>
      (await this.read()).payments.some(({ state }) => state === 'starting'),
    );
    await this.stopCause();
    await stripe('gateway_up', { reference });
    expect((await asked).status).not.toBe(200);
  }

  private confirm(intent: string, payment_method: string) {
    return service.stripe().paymentIntents.confirm(intent, { payment_method });
  }

  /** A call of the donor's browser, which keeps its cookie. */
  private async call(path: string, body: object) {
    const headers = this.cookie ? { cookie: this.cookie } : {};
    const reply = await service.call(path, { body, headers });
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('donor='));
    if (cookie) this.cookie = cookie.split(';')[0] ?? '';
    return reply;
  }

  private async poll() {
    const { status, body } = await service.call(`/v1/checkout_links/${this.linkId}`, { key: partner.key });
    expect(status).toBe(200);
    return body;
  }

  private async read(): Promise<Stored> {
    const { rows } = await pool().query<Stored>(
      `SELECT to_jsonb(l) AS link, to_jsonb(c) AS cause,
              (SELECT COALESCE(jsonb_agg(p ORDER BY p.attempt), '[]') FROM payments p WHERE p.link_id = l.id) AS payments,
              (SELECT COALESCE(jsonb_agg(r ORDER BY r.created_at), '[]')
                 FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.link_id = l.id) AS refunds,
              (SELECT COALESCE(SUM(e.amount_minor), 0)::float8
                 FROM payments p JOIN ledger_transactions t ON t.payment_id = p.id
                 JOIN ledger_entries e ON e.transaction_id = t.id
                WHERE p.link_id = l.id AND e.account = 'gateway' AND t.kind <> 'settlement') AS held
         FROM checkout_links l JOIN causes c ON c.key = l.cause_key WHERE l.id = $1`,
      [this.linkId],
    );
    if (!rows[0]) throw new Error(`There is no link ${this.linkId}`);
    return rows[0];
  }

  /**
   * Compares the rows, and everything that can be seen from outside, with the model. What is seen follows from the rows:
   * it is read where they, or what the model expects, have changed. Returns whether that is so.
   */
  async compare(): Promise<boolean> {
    const { attempts, status, isLate } = this.model.now;
    this.stored = await this.read();
    const { link, payments, refunds } = this.stored;
    expect(link.expired_at !== null, 'what is told is stored').toBe(status === 'expired');
    const OVER = new Set(['canceled', 'declined', 'failed']);
    const stateOf = (state: string) => (OVER.has(state) ? 'over' : state);
    const found = ['card', 'bank_transfer'].flatMap((rail, n) =>
      payments
        .filter((row) => row.rail === rail)
        .map((row, index) => ({
          slot: 3 * n + index,
          state: stateOf(row.state),
          refund: refunds.findLast(({ payment_id }) => payment_id === row.id)?.state ?? 'none',
          isRefunded: row.refunded_minor > 0,
          isDisputed: row.disputed_minor > 0,
          isChargedBack: row.charged_back_minor > 0,
        })),
    );
    const expected = attempts.map(({ slot, state, ourRefund, isRefunded, recordedDispute }) => ({
      slot,
      state: stateOf(state),
      refund: ourRefund,
      isRefunded,
      isDisputed: recordedDispute === 'open',
      isChargedBack: recordedDispute === 'lost',
    }));
    expect(found).toEqual(expected);
    const compared = JSON.stringify([this.stored, status, isLate]);
    if (compared === this.compared) return false;
    this.compared = compared;
    await this.compareSeen();
    return true;
  }

  private async compareSeen(): Promise<void> {
    const { attempts, status, isLate } = this.model.now;
    const { payments, held } = this.stored;
    // Reading a link past its expiry ends it, which is a step of its own.
    const isEnding = isLate && status === 'open';
    if (!isEnding) {
      const polled = await this.poll();
      const { body: shown } = await service.call(`/v1/checkout_links/${this.linkId}/public`);
      expect([polled.status, shown.status]).toEqual([status, status]);
      const approved = attempts.find(({ state }) => state === 'approved');
      expect(polled.payment_id === undefined).toBe(approved === undefined);
      expect(shown.payment_id).toBe(polled.payment_id);
    }
    // The cause's total and the ledger follow from the rows; what gateways have, from the model.
    const keptOf = (row: StoredPayment) =>
      (row.amount_minor ?? 0) - row.refunded_minor - row.disputed_minor - row.charged_back_minor;
    const kept = (rows: StoredPayment[]) => rows.reduce((sum, row) => sum + keptOf(row), 0);
    const { body: cause } = await service.call(`/v1/causes/${this.cause}`, { key: partner.key });
    expect(cause.totals.collected).toBe(Math.max(0, kept(payments.filter(({ state }) => state === 'approved'))) / 100);
    expect(held).toBe(kept(payments.filter(({ amount_minor }) => amount_minor !== null)));
  }

  /** Everything is delivered: the link has ended, and what every gateway has agrees with the rows. */
  async settle(): Promise<void> {
    if (!this.model.now.isLate) await this.expire();
    for (let happened = -1; happened < this.model.story.length; ) {
      happened = this.model.story.length;
      const can = this.possible();
      await can.poll?.();
      for (const name of Object.keys(can))
        if (/^somebody syncs|is performed$|^the bank approves card|is lost$/.test(name)) {
          this.stored = await this.read();
          await this.possible()[name]?.();
        }
    }
    await this.compare();
    const { status, attempts } = this.model.now;
    expect(status).not.toBe('open');
    for (const { state, object, isRefunded, recordedDispute, ourRefund, slot } of attempts) {
      expect(['starting', 'pending']).not.toContain(state);
      if (object !== 'in_time' && object !== 'late') continue;
      const isOver = state === 'approved' || isRefunded || recordedDispute === 'lost' || ourRefund === 'failed';
      expect(`attempt ${slot}: ${isOver}`).toBe(`attempt ${slot}: true`);
    }
    const atBank = await paymentsAt(service, this.linkId);
    const approved = atBank.filter((one: { status: string }) => one.status === 'approved');
    expect(approved.length).toBe(
      attempts.filter(({ slot, object, isRefunded }) => slot >= 3 && /in_time|late/.test(object) && !isRefunded).length,
    );
  }
}

/** Zero does nothing, so that a failing walk shrinks by leaving out steps. */
const walk = fc.noBias(fc.array(fc.nat(9999), { minLength: STEPS.min, maxLength: STEPS.max }));

async function follow(choices: number[]): Promise<void> {
  const one = await Walk.begin();
  try {
    await one.compare();
    for (const choice of choices) if (choice > 0 && !one.isOver) await one.step(choice);
    await one.settle();
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    throw new Error([...one.steps, 'In the model:', ...one.model.story, told].join('\n'), { cause: error });
  }
}

test(`walks of the model through the product, from seed ${SEED}: every observable is as the model says`, {
  timeout: 36_000_000,
}, async () => {
  let walks = 0;
  let hasFailed = false;
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc
      .assert(
        fc.asyncProperty(walk, async (choices) => {
          // Once one lane has failed, only that one goes on, to shrink.
          if (hasFailed) return;
          walks += 1;
          await follow(choices);
        }),
        { numRuns: Math.ceil(WALKS / LANES), seed: SEED + lane, endOnFailure: !SHRINKS },
      )
      .catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
  );
  const results = await Promise.allSettled(lanes);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  expect(await differences()).toEqual([]);
  const steps = [...taken.values()].reduce((sum, times) => sum + times, 0);
  const report: WalksReport = { walks, steps, taken: Object.fromEntries(taken) };
  if (process.env.PROVE_REPORT) writeFileSync(process.env.PROVE_REPORT, JSON.stringify(report));
});
