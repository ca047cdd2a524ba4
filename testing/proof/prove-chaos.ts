import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '#sdk/src/client.ts';
import { gatewayAt } from '#sdk/src/testing/gateway.ts';
import { compareBooks, control, GATEWAYS } from './chaos/books.ts';
import { choicesOf } from './chaos/choices.ts';
import { CheckoutRefused, donateOnce, insist, type StartedDonation } from './chaos/donor.ts';
import { createRegisters, pollAll } from './chaos/reads.ts';
import { startTarget, type Target } from './chaos/victims.ts';
import { count, type Section } from './section.ts';

/** Donors at once. */
const DONORS = 16;
const POLLERS = 16;
/** The least time between two strikes, as a part of the longest. */
const SHORTEST_CALM = 1 / 12;
/** The most webhooks of a gateway that are held back, to be delivered last first. */
const MOST_REORDERED = 4;
/** How wrong the clock of a process may be, in milliseconds. */
const MOST_SKEW_MS = 30_000;
/** By then a payment has been noticed whose donor left and whose webhooks were lost, in milliseconds (`scheduled-sync.ts`). */
const NOTICED_MS = 150_000;
/** How long what is under way may take to come to its end once nothing fails any more, in milliseconds. */
const SETTLE_LIMIT_MS = 10 * 60_000;

/** Rate limits are counted, but out of reach. Links live longer than the quarter of an hour that a bank may take. */
const SETTINGS = {
  RATE_LIMIT_CLIENT_PER_10S: '100000000',
  RATE_LIMIT_ADDRESS_PER_10S: '100000000',
  CHECKOUT_LINK_TTL_SECONDS: '3600',
};

/**
 * Kills and freezes the processes of a real service, at random, while donors give by all rails; lets everything come to its end;
 * then compares the books. The seed drives the choices, but not which of two processes is quicker.
 */
export const proveChaos: Section = async ({ seed, minutes, calm, isFollowed }) => {
  const home = mkdtempSync(join(tmpdir(), 'prove-chaos-'));
  const target = await startTarget(home, { ...SETTINGS, NODE_OPTIONS: skewedClocks(seed) }, isFollowed);
  const registers = createRegisters();
  const begun: StartedDonation[] = [];
  const strikes: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  const failures: string[] = [];
  try {
    const partner = createClient({ apiKey: target.demo.key, baseUrl: target.baseUrl, maxRetries: 10 });
    const gateway = gatewayAt(target.baseUrl);
    const endsAt = Date.now() + minutes * 60_000;
    const isOver = () => Date.now() > endsAt;
    const reading = new AbortController();
    const ids: string[] = [];
    let number = 0;
    const give = async () => {
      while (!isOver()) {
        const own = ++number;
        const choices = choicesOf(seed, `donor ${own}`);
        const onMinted = (one: StartedDonation) => {
          begun.push(one);
          ids.push(one.id);
        };
        await donateOnce({ target, partner, gateway, choices, number: own, onMinted }).catch((error: Error) => {
          const why = error.message
            .replace(/\b[a-z]{2,4}_\w{12,}\b/g, '…')
            .replace(/https?:\/\/[^/]+/g, '')
            .replace(/(answered \d{3}).*/s, '$1')
            .slice(0, 160);
          if (error instanceof CheckoutRefused) failures.push(`donor ${own}: ${why}`);
          refusals[why] = (refusals[why] ?? 0) + 1;
        });
      }
    };
    const strike = async () => {
      const choices = choicesOf(seed, 'strikes');
      while (!isOver()) {
        await sleep(choices.between(Math.round(calm * SHORTEST_CALM * 1_000), calm * 1_000));
        const done = await target.strike(choices);
        strikes[done] = (strikes[done] ?? 0) + 1;
        // An emulator that was down has forgotten this, and what it held back.
        await reorderWebhooks(target, choices.between(0, MOST_REORDERED)).catch(() => undefined);
      }
    };
    const poll = () => pollAll({ baseUrl: target.baseUrl, key: target.demo.key, ids }, registers, reading.signal);
    const polls = Array.from({ length: POLLERS }, poll);
    await Promise.all([strike(), ...Array.from({ length: DONORS }, give)]);
    await insist(() => reorderWebhooks(target, 0));
    const settledMs = await settle(target, begun, registers, gateway);
    reading.abort();
    await Promise.all(polls);
    const books = await compareBooks(target, begun, registers.endOf);
    failures.push(...books.failures, ...registers.failures);
    failures.push(...(await target.reconcile()));
    return {
      title: isFollowed ? 'Chaos with failover' : 'Chaos',
      figures: [
        ['donations begun', count(begun.length)],
        ['charged by a gateway', count(books.charges)],
        ['counted', count(books.counted)],
        ['refunded', count(books.refunded)],
        ['receipts sent', count(books.receipts)],
        ['of these sent twice (SMTP has no exactly once)', count(books.receiptsTwice)],
        ['reads checked for linearizability', count(registers.count())],
        ['seconds until everything had settled', count(Math.round(settledMs / 1000))],
        ['lines of the log at level error', count(target.errors().length)],
        ['differences', count(failures.length)],
        ['seed', String(seed)],
      ],
      columns: ['what', 'times'],
      rows: [strikes, countBy(begun, ({ rail, story }) => `${rail}: ${story}`), refusals, errorsOf(target)].flatMap(
        (counts) => Object.entries(counts).map(([what, times]) => [what, count(times)]),
      ),
      failures,
    };
  } finally {
    await target.stop(failures.length > 0);
  }
};

/** What makes Node give each process of the service a clock of its own. */
function skewedClocks(seed: number): string {
  return `--import=${new URL(`./chaos/skewed-clock.ts?most=${MOST_SKEW_MS}&seed=${seed}`, import.meta.url).href}`;
}

/** From now on each gateway's webhooks are delivered in groups of so many, last first; below two in their order. */
async function reorderWebhooks(target: Target, size: number): Promise<void> {
  for (const gateway of GATEWAYS) await control(target, `${gateway}/webhooks`, { reorder: size });
}

/** Waits until every link has come to its end. @returns how long that took, in milliseconds */
async function settle(
  target: Target,
  begun: readonly StartedDonation[],
  registers: ReturnType<typeof createRegisters>,
  gateway: ReturnType<typeof gatewayAt>,
): Promise<number> {
  const started = Date.now();
  const open = () => begun.filter(({ id }) => registers.endOf(id) === undefined);
  while (open().length > 0 && Date.now() - started < NOTICED_MS) await sleep(1_000);
  // Whose donor gave up before they had paid.
  for (const link of open()) await gateway.expire(link).catch(() => undefined);
  while (open().length > 0 && Date.now() - started < SETTLE_LIMIT_MS) await sleep(1_000);
  // What follows an end is done by jobs: refunds, receipts, the gateways' fees. What no webhook told, reconciliation finds.
  let before = '';
  for (;;) {
    const books = await compareBooks(target, begun, registers.endOf);
    // By a clock that is wrong, the gateway moved some of its money later than now: the next run compares it.
    const failures = [...books.failures, ...(await target.reconcile())];
    const now = JSON.stringify([books.charges, failures]);
    if ((failures.length === 0 && now === before) || Date.now() - started > SETTLE_LIMIT_MS) break;
    before = now;
    await sleep(5_000);
  }
  return Date.now() - started;
}

function countBy<T>(list: readonly T[], name: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of list) counts[name(one)] = (counts[name(one)] ?? 0) + 1;
  return counts;
}

function errorsOf(target: Target): Record<string, number> {
  return countBy(
    target.errors(),
    ({ msg, err }) =>
      `log: ${msg} (${(err?.message ?? '')
        .replace(/ \(Queue.*|:\d{4,5}\b/g, '')
        .replace(/base\/[\d/]+/, 'base/…')
        .trim()
        .slice(-80)})`,
  );
}
