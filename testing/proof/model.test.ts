import { describe, expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { modelOf, QUICK, SHORT } from './bounds.ts';
import { explore, type Model } from './explore.ts';

/** The quickest searches of each model are in the gate. */
const SEARCHES = runs(QUICK, [...QUICK, ...SHORT]);

describe('in every state that a model can reach', () => {
  test.each(SEARCHES.map((search) => ({ model: modelOf(search) })))(
    'money counts once or goes back, no status changes that was told, and nothing waits for ever: $model.name',
    { timeout: 300_000 },
    ({ model }) => {
      const { violation, complete, states } = explore(model);
      expect(violation && [violation.invariant, ...violation.trace].join('\n')).toBeUndefined();
      expect(complete).toBe(true);
      expect(states).toBeGreaterThan(1_000);
    },
  );
});

/** Counts from zero; at three it may begin again. */
function counter(more: Partial<Model>): Model {
  const to = (out: Uint8Array, value: number) => out.fill(0).fill(value, 0, 1);
  return {
    name: 'counter',
    bytes: 4,
    initial: new Uint8Array(4),
    next: ([n = 0], out, emit) => {
      if (n < 3) to(out, n + 1);
      if (n < 3) emit(1);
    },
    settle: ([n = 0], out) => {
      if (n >= 3) return undefined;
      to(out, n + 1);
      return 1;
    },
    violated: () => undefined,
    violatedBy: () => undefined,
    unsettled: () => undefined,
    describe: () => 'it counts',
    show: ([n]) => `it is ${n}`,
    ...more,
  };
}

describe('the search', () => {
  test('visits every state once', () => {
    expect(explore(counter({}))).toMatchObject({ states: 4, complete: true });
  });

  test('shows the shortest way to a state that violates an invariant', () => {
    const { violation } = explore(counter({ violated: ([n]) => (n === 2 ? 'it is two' : undefined) }));
    expect(violation).toEqual({ invariant: 'it is two', trace: ['it counts', 'it counts', 'Then: it is 2'] });
  });

  test('notices a step that violates an invariant', () => {
    const { violation } = explore(counter({ violatedBy: (_, [n]) => (n === 1 ? 'it began' : undefined) }));
    expect(violation?.invariant).toBe('it began');
  });

  test('notices an end that is not settled', () => {
    const { violation } = explore(counter({ unsettled: () => 'three is not enough' }));
    expect(violation?.trace.at(-1)).toBe('Then: it is 3');
  });

  test('notices what goes round for ever', () => {
    const round = counter({
      settle: ([n = 0], out) => {
        out.fill(0).fill((n + 1) % 4, 0, 1);
        return 1;
      },
    });
    expect(explore(round).violation?.invariant).toContain('never comes to an end');
  });
});
