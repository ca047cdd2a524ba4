import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#testing/runs.ts';
import { CAUSE_STATES, type CauseState, STATE_RULES } from './states.ts';
import {
  mayMove,
  NO_PAUSE,
  type Pause,
  pauseAfter,
  possibleMoves,
  TRANSITION_ROLES,
  type TransitionRole,
} from './transitions.ts';

/** The rules again, from the other side: for each role, every state and its targets. */
const RULES: Record<TransitionRole, Record<string, string>> = {
  creator: {
    draft: 'published',
    published: 'paused',
    in_verification: 'paused',
    verified: 'paused',
  },
  service: {
    pending_withdrawal: 'in_disbursement',
    in_disbursement: 'disbursed',
    refunding: 'refunded',
  },
  staff: {
    draft: 'created published rejected not_activated archived',
    created: 'published rejected not_activated archived',
    rejected: 'created archived',
    not_activated: 'created archived',
    published:
      'in_verification confirming_contributions info_required paused pending_withdrawal fraud refunding funds_on_hold',
    in_verification: 'published verified info_required paused fraud refunding funds_on_hold',
    verified:
      'in_verification confirming_contributions info_required paused pending_withdrawal fraud refunding funds_on_hold',
    info_required: 'in_verification fraud refunding funds_on_hold',
    paused:
      'published in_verification confirming_contributions info_required pending_withdrawal fraud refunding funds_on_hold',
    confirming_contributions: 'published pending_withdrawal fraud refunding funds_on_hold',
    pending_withdrawal: 'in_disbursement fraud refunding funds_on_hold',
    in_disbursement: 'disbursed pending_withdrawal fraud refunding funds_on_hold',
    disbursed: 'invoiced pending_withdrawal archived fraud refunding funds_on_hold',
    invoiced: 'archived fraud refunding funds_on_hold',
    funds_on_hold: 'in_verification pending_withdrawal refunding fraud',
    refunding: 'refunded funds_on_hold fraud',
    refunded: 'archived',
    fraud: 'funds_on_hold refunding archived',
  },
};

describe('the transitions of a cause', () => {
  it.each(TRANSITION_ROLES)('of %s are exactly these, for every pair of the 20 states', (role) => {
    for (const from of CAUSE_STATES)
      for (const to of CAUSE_STATES) {
        const expected = (RULES[role][from] ?? '').split(' ').includes(to);
        expect([from, to, mayMove(role, from, to, NO_PAUSE)]).toEqual([from, to, expected]);
      }
  });

  const collecting = CAUSE_STATES.filter((state) => STATE_RULES[state].collects);

  it.each(collecting)('let a creator end their own pause, back to %s', (from) => {
    for (const by of ['creator', 'staff'] as const)
      for (const to of CAUSE_STATES)
        expect([to, mayMove('creator', 'paused', to, { from, by })]).toEqual([to, by === 'creator' && to === from]);
  });

  it('let staff end any pause, but only to verified if it was verified before', () => {
    for (const from of [...collecting, null])
      for (const by of ['creator', 'staff', null] as const) {
        const resumed = possibleMoves('staff', 'paused', { from, by }).filter((to) => STATE_RULES[to].collects);
        expect(resumed).toEqual(
          from === 'verified' ? ['published', 'verified', 'in_verification'] : ['published', 'in_verification'],
        );
      }
  });

  it('record who paused, until the pause ends', () => {
    expect(pauseAfter('creator', 'verified', 'paused', NO_PAUSE)).toEqual({
      from: 'verified',
      by: 'creator',
    });
    expect(pauseAfter('staff', 'published', 'paused', NO_PAUSE)).toEqual({ from: 'published', by: 'staff' });
    expect(pauseAfter('creator', 'paused', 'published', { from: 'published', by: 'creator' })).toEqual(NO_PAUSE);
  });
});

type Step = { role: TransitionRole; from: CauseState; to: CauseState };

/** Any sequence of allowed transitions by these roles, from a state. */
function walk(start: CauseState, roles: readonly TransitionRole[], choices: readonly number[]): Step[] {
  const steps: Step[] = [];
  let [at, pause]: [CauseState, Pause] = [start, NO_PAUSE];
  for (const choice of choices) {
    const open = roles.flatMap((role) => possibleMoves(role, at, pause).map((to) => ({ role, from: at, to })));
    const step = open[choice % Math.max(open.length, 1)];
    if (!step) return steps;
    pause = pauseAfter(step.role, at, step.to, pause);
    at = step.to;
    steps.push(step);
  }
  return steps;
}

const choices = fc.array(fc.nat(1000), { maxLength: 40 });
const holds = (
  rule: (steps: Step[]) => void,
  start: CauseState = 'draft',
  roles: readonly TransitionRole[] = TRANSITION_ROLES,
) =>
  fc.assert(
    fc.property(choices, (numbers) => rule(walk(start, roles, numbers))),
    { numRuns: runs(400, 2000) },
  );

describe('no sequence of allowed transitions, by any role,', () => {
  it('returns to draft, enters or leaves unknown, or leaves archived', () => {
    holds((steps) => {
      expect(steps.filter(({ from, to }) => to === 'draft' || to === 'unknown' || from === 'archived')).toEqual([]);
    });
  });

  it('reaches verified without a verification, or disbursed and refunded before money has moved', () => {
    const needed = {
      verified: 'in_verification',
      disbursed: 'in_disbursement',
      refunded: 'refunding',
    } as const;
    holds((steps) => {
      steps.forEach(({ to }, index) => {
        const before = steps.slice(0, index).map((step) => step.to);
        if (to in needed) expect(before).toContain(needed[to as keyof typeof needed]);
      });
    });
  });

  it.each(['funds_on_hold', 'refunding', 'fraud', 'info_required'] as const)(
    'lets a cause collect after %s without a verification',
    (stop) => {
      holds((steps) => {
        const first = steps.findIndex(({ to }) => STATE_RULES[to].collects);
        if (first === -1) return;
        const way = steps.slice(0, first + 1).map(({ to }) => to);
        expect(way).toContain('in_verification');
      }, stop);
    },
  );

  it('lets a creator end a pause by staff', () => {
    for (const from of ['published', 'verified', 'in_verification'] as const)
      expect(possibleMoves('creator', 'paused', pauseAfter('staff', from, 'paused', NO_PAUSE))).toEqual([]);
  });

  it('takes a creator alone beyond paused and the states that collect', () => {
    for (const start of ['draft', 'published', 'verified', 'in_verification'] as const)
      holds(
        (steps) => {
          expect(steps.filter(({ to }) => to !== 'paused' && !STATE_RULES[to].collects)).toEqual([]);
          // Nor to a higher state: a creator returns to the state before the pause.
          const marks = new Set(steps.map(({ to }) => to).filter((to) => to !== 'paused'));
          expect(marks.size).toBeLessThanOrEqual(1);
        },
        start,
        ['creator'],
      );
  });
});

describe('a state', () => {
  it('that collects is one that the public may see', () => {
    for (const state of CAUSE_STATES)
      if (STATE_RULES[state].collects) expect(STATE_RULES[state].publicStatus).not.toBe('hidden');
  });

  it('pays out only when the cause is not on hold, in verification, refunding or hidden', () => {
    const paying = CAUSE_STATES.filter((state) => STATE_RULES[state].paysOut);
    expect(paying).toEqual(['published', 'verified', 'in_disbursement', 'paused', 'pending_withdrawal']);
  });
});
