import { expect, test } from 'vitest';
import { actionsOn, needsApproval, TRANSITIONS, WITHDRAWAL_ACTIONS, WITHDRAWAL_STATES } from './states.ts';

test.each([
  ['requested', ['approve', 'reject', 'cancel']],
  ['approved', ['pay', 'fail']],
  ['paid', ['fail']],
  ['rejected', []],
  ['cancelled', []],
  ['failed', []],
  ['of another time', []],
])('a withdrawal that is %s can be: %j', (state, actions) => {
  expect(actionsOn(state)).toEqual(actions);
});

test('only cancelling is the creator’s', () => {
  const creators = WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].by === 'creator');
  expect(creators).toEqual(['cancel']);
});

test('every state is reached, and the first by asking', () => {
  const reached = WITHDRAWAL_ACTIONS.map((action) => TRANSITIONS[action].to);
  expect(new Set(['requested', ...reached])).toEqual(new Set(WITHDRAWAL_STATES));
});

test('what cannot be paid any more waits for a decision again: nothing else goes back', () => {
  const back = WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].ifHeld !== undefined);
  expect(back.map((action) => [action, TRANSITIONS[action].ifHeld])).toEqual([['pay', 'requested']]);
});

test('money is set aside from asking until it is paid or free again, whatever the way', () => {
  const held: Record<string, string> = { requested: 'reserved', approved: 'reserved', paid: 'out' };
  const effects = {
    stays: ['reserved', 'reserved'],
    released: ['reserved', undefined],
    paid: ['reserved', 'out'],
  };
  for (const { from, to } of WITHDRAWAL_ACTIONS.map((action) => TRANSITIONS[action]))
    for (const [state, event] of Object.entries(from)) {
      const expected = event === 'returned' ? ['out', undefined] : effects[event as keyof typeof effects];
      expect([held[state], held[to]]).toEqual(expected);
    }
});

test('a day’s sum above the threshold waits for staff; at it, nothing does', () => {
  expect([needsApproval(500, 500), needsApproval(501, 500)]).toEqual([false, true]);
});
