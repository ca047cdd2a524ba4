import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionsOn, needsApproval, TRANSITIONS, WITHDRAWAL_ACTIONS, WITHDRAWAL_STATES } from './states.ts';

test.each([
  ['requested', ['approve', 'reject', 'cancel']],
  ['approved', ['reject', 'cancel', 'start_sending']],
  ['sending', ['mark_sent', 'mark_not_sent']],
  ['paid', ['fail']],
  ['rejected', []],
  ['cancelled', []],
  ['failed', []],
  ['of another time', []],
])('a withdrawal that is %s can be: %j', (state, actions) => {
  expect(actionsOn(state)).toEqual(actions);
});

test('a creator can only cancel', () => {
  const creators = WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].by === 'creator');
  expect(creators).toEqual(['cancel']);
});

test('every state is reachable, and the first by a request', () => {
  const reached = WITHDRAWAL_ACTIONS.map((action) => TRANSITIONS[action].to);
  expect(new Set(['requested', ...reached])).toEqual(new Set(WITHDRAWAL_STATES));
});

test('only a withdrawal that must not be sent, or was not sent, returns to an earlier state', () => {
  const back = WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].stateIfHeld !== undefined);
  expect(back.map((action) => [action, TRANSITIONS[action].stateIfHeld])).toEqual([['start_sending', 'requested']]);
  expect(WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].to === 'requested')).toEqual(['mark_not_sent']);
});

test('nothing that comes after the start of sending is checked: the money may have left', () => {
  const checked = WITHDRAWAL_ACTIONS.filter((action) => TRANSITIONS[action].isChecked);
  expect(checked).toEqual(['approve', 'start_sending']);
});

test('money is reserved from the request until it is paid or free again, on any path', () => {
  const held: Record<string, string> = {
    requested: 'reserved',
    approved: 'reserved',
    sending: 'reserved',
    paid: 'out',
  };
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

test('a day’s total above the threshold waits for staff; at the threshold it does not', () => {
  expect([needsApproval(500n, 500n), needsApproval(501n, 500n)]).toEqual([false, true]);
});

test('the diagram of withdrawals has every transition, and no other', () => {
  const [, diagram = ''] =
    /```mermaid\n([^`]*requested --> approved[^`]*)```/.exec(readFileSync('docs/ledger.md', 'utf8')) ?? [];
  const drawn = [...diagram.matchAll(/^ {2}(\w+) --> (\w+): (\w+)/gm)].map(([, ...step]) => step.join(' '));
  const possible = WITHDRAWAL_ACTIONS.flatMap((action) => {
    const { from, to, stateIfHeld } = TRANSITIONS[action];
    return Object.keys(from).flatMap((state) =>
      [to, ...(stateIfHeld ? [stateIfHeld] : [])].map((end) => `${state} ${end} ${action}`),
    );
  });
  expect(drawn.toSorted()).toEqual(possible.toSorted());
});
