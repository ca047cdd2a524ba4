import { expect, test } from 'vitest';
import { costScheduleOf } from './post-to-ledger.ts';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const payment = { state: 'approved', costDueAt: null, settledAt: at(-60_000), releasedAt: null, isReleased: false };
const costs = { movements: [], complete: true, releasedAt: null, isReleased: null };
const DAY = 86_400_000;

test.each([
  ['a release that is not reported again stays', { releasedAt: at(DAY) }, {}, [at(DAY), false]],
  ['and so does one that has come', { releasedAt: at(-DAY), isReleased: true }, {}, [at(-DAY), true]],
  ['one that is not reported again is not released by the clock', { releasedAt: at(-DAY) }, {}, [at(-DAY), false]],
  ['a first report is known', {}, { releasedAt: at(DAY) }, [at(DAY), false]],
  ['a later day replaces an earlier one', { releasedAt: at(DAY) }, { releasedAt: at(2 * DAY) }, [at(2 * DAY), false]],
  ['an earlier day replaces a later one', { releasedAt: at(2 * DAY) }, { releasedAt: at(DAY) }, [at(DAY), false]],
  ['it is released at its instant', { releasedAt: NOW }, { releasedAt: NOW }, [NOW, true]],
  ['not a millisecond before', { releasedAt: at(1) }, { releasedAt: at(1) }, [at(1), false]],
  ['nor if its gateway says so', { releasedAt: at(1) }, { releasedAt: at(1), isReleased: true }, [at(1), false]],
  ['nor if its gateway denies it', { releasedAt: at(-1) }, { releasedAt: at(-1), isReleased: false }, [at(-1), false]],
  [
    'a day that moved into the past releases nothing yet',
    { releasedAt: at(DAY) },
    { releasedAt: at(-1) },
    [at(-1), false],
  ],
])('%s', (_what, known, reported, [releasedAt, isReleased]) => {
  const found = costScheduleOf({ ...payment, ...known }, { ...costs, ...reported }, NOW);
  expect(found).toMatchObject({ releasedAt, isReleased });
});

test('the gateway is asked at the release, and no more once it is confirmed', () => {
  const due = (known: object, reported: object = {}) =>
    costScheduleOf({ ...payment, ...known }, { ...costs, ...reported }, NOW).costDueAt;
  expect(due({ releasedAt: at(DAY) })).toEqual(at(DAY));
  expect(due({ releasedAt: at(-DAY), isReleased: true })).toBeNull();
  expect(due({ releasedAt: at(-DAY) })?.getTime()).toBeGreaterThan(NOW.getTime());
  expect(due({ state: 'refund_due', releasedAt: at(DAY) })).toBeNull();
});
