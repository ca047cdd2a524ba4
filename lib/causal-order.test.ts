import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CausalOrder, inCausalOrder, type TimedEvent } from './causal-order.ts';
import { HISTORY_ORDER } from './payments/views/record-view.ts';
import { TRAIL_ORDER } from './payments/views/trail-view.ts';

const ORDERS: readonly [string, CausalOrder<string>][] = [
  ['the trail of a link', TRAIL_ORDER],
  ['the history of a donation', HISTORY_ORDER],
];

type Made = TimedEvent<string> & { trueMs: number };

/** What really happened, causes first; each instant is reported as it was or, by a gateway, rounded down to the second. */
function histories(order: CausalOrder<string>): fc.Arbitrary<Made[]> {
  const kinds = Object.keys(order);
  const one = fc.record({
    waitMs: fc.integer({ min: 0, max: 2500 }),
    rounds: fc.boolean(),
    is: fc.boolean(),
  });
  return fc.array(one, { minLength: kinds.length, maxLength: kinds.length }).chain((made) => {
    const at = new Map<string, number>();
    const happened = kinds.flatMap((kind, index): Made[] => {
      const { waitMs = 0, rounds = false, is = false } = made[index] ?? {};
      if (!is) return [];
      const trueMs = Math.max(0, ...(order[kind] ?? []).map((cause) => at.get(cause) ?? 0)) + waitMs;
      at.set(kind, trueMs);
      const when = new Date(rounds ? trueMs - (trueMs % 1000) : trueMs);
      return [{ kind, when, about: [], trueMs }];
    });
    return fc.shuffledSubarray(happened, { minLength: happened.length });
  });
}

const place = (all: readonly Made[], kind: string) => all.findIndex((one) => one.kind === kind);

describe.each(ORDERS)('%s', (_, order) => {
  const kinds = Object.keys(order);

  test('names every cause above what follows from it', () => {
    for (const [index, kind] of kinds.entries())
      for (const cause of order[kind] ?? []) expect(kinds.indexOf(cause), `${cause}, then ${kind}`).toBeLessThan(index);
    for (const cause of kinds.flatMap((kind) => order[kind] ?? [])) expect(kinds).toContain(cause);
  });

  test('a cause never comes after its effect, whichever instants were rounded down to the second', () => {
    fc.assert(
      fc.property(histories(order), (happened) => {
        const ordered = inCausalOrder(happened, order);
        expect(new Set(ordered.map(({ kind }) => kind))).toEqual(new Set(happened.map(({ kind }) => kind)));
        for (const { kind } of ordered)
          for (const cause of order[kind] ?? [])
            expect(place(ordered, cause), `${cause}, then ${kind}`).toBeLessThan(place(ordered, kind));
      }),
    );
  });

  test('nothing is shown later than it was, or as much as a second later than reported', () => {
    fc.assert(
      fc.property(histories(order), (happened) => {
        for (const { kind, when, trueMs } of inCausalOrder(happened, order)) {
          const reported = happened[place(happened, kind)]?.when.getTime() ?? 0;
          expect(when.getTime()).toBeLessThanOrEqual(trueMs);
          expect(when.getTime()).toBeGreaterThanOrEqual(reported);
          expect(when.getTime()).toBeLessThan(reported + 1000);
        }
      }),
    );
  });

  test('what is reported a second or more apart is never swapped, whatever the clocks say', () => {
    const happening = fc.record({
      kind: fc.constantFrom(...kinds),
      when: fc.integer({ min: 0, max: 6000 }).map((ms) => new Date(ms)),
      about: fc.constantFrom([], ['pay_1'], ['pay_2'], ['pay_1', 'mail_1']),
    });
    fc.assert(
      fc.property(fc.array(happening), (happened) => {
        const reported = happened.map((one, index) => ({ ...one, index }));
        const at = (index: number) => happened[index]?.when.getTime() ?? 0;
        const ordered = inCausalOrder(reported, order);
        expect(ordered).toHaveLength(happened.length);
        for (const [place, one] of ordered.entries())
          for (const later of ordered.slice(place + 1)) expect(at(one.index)).toBeLessThan(at(later.index) + 1000);
      }),
    );
  });
});

test('of two refunds of which the first was undone, the undoing stays between them', () => {
  const at = (ms: number, kind: 'refund' | 'refund_undone') => ({
    kind,
    when: new Date(ms),
    about: ['pay_1'],
  });
  const happened = [at(100, 'refund'), at(200, 'refund_undone'), at(300, 'refund')];
  expect(inCausalOrder(happened, { refund: [], refund_undone: ['refund'] })).toEqual(happened);
});

test('what happened to one payment does not move what happened to another', () => {
  const happened = [
    { kind: 'approved' as const, when: new Date(0), about: ['pay_1'] },
    { kind: 'started' as const, when: new Date(500), about: ['pay_2'] },
  ];
  expect(inCausalOrder(happened, { started: [], approved: ['started'] })).toEqual(happened);
});
