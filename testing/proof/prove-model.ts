import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WHOLE } from './bounds.ts';
import type { Explored } from './explore-bounds.ts';
import { count, type Section } from './section.ts';

/** Searches the models within all bounds, each in a thread: two cores do it in some minutes. */
export const proveModel: Section = async () => {
  const started = performance.now();
  const waiting = [...WHOLE];
  const found: Explored[] = [];
  // Two threads at a time, for two cores.
  const work = async () => {
    for (let search = waiting.shift(); search; search = waiting.shift()) {
      const thread = new Worker(new URL('./explore-bounds.ts', import.meta.url), { workerData: search });
      const [explored] = await once(thread, 'message');
      found.push(explored);
      console.error(`${explored.name}: ${count(explored.states)} states`);
    }
  };
  await Promise.all([work(), work()]);
  const sum = (of: (one: Explored) => number) => found.reduce((total, one) => total + of(one), 0);
  return {
    title: 'Model',
    figures: [
      ['states', count(sum(({ states }) => states))],
      ['steps between them', count(sum(({ steps }) => steps))],
      ['violations', count(found.filter(({ violation }) => violation).length)],
      ['seconds', count(Math.round((performance.now() - started) / 1000))],
    ],
    columns: ['bounds', 'states', 'steps', 'depth', 'seconds', 'MB'],
    rows: found.map(({ name, states, steps, depth, seconds, megabytes }) => [
      name,
      count(states),
      count(steps),
      count(depth),
      count(Math.round(seconds)),
      count(megabytes),
    ]),
    failures: found.flatMap(({ name, violation, complete }) => {
      if (violation) return [`${name}: ${violation.invariant}\n  ${violation.trace.join('\n  ')}`];
      return complete ? [] : [`${name}: not every state was visited`];
    }),
  };
};
