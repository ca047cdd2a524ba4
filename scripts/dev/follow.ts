import { resolve } from 'node:path';
import { launch, type Plan, type Supervised } from '../start/launch.ts';
import { watchPaths } from './watch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a process is made of: folders and files, relative to the checkout. */
export type Sources = {
  /** A change of these starts the process again. */
  restart: readonly string[];
  /** These it takes up by itself as long as it runs; one that broke over them is started again when they change. */
  reload?: readonly string[];
};

/**
 * Runs a process from sources that are being edited: it is started again when they change. One that ends by itself, because
 * a file is broken, say, is started again at the next change; that never ends the others.
 * @param root where the sources are
 */
export function follow(plan: Plan, { restart, reload = [] }: Sources, root: string = ROOT): Supervised {
  const stopping = new AbortController();
  let change = Promise.withResolvers<void>();
  let isUp = false;
  const restarts = watchPaths(root, restart, () => change.resolve());
  const revives = watchPaths(root, reload, () => !isUp && change.resolve());
  const up = Promise.withResolvers<Awaited<Supervised['ready']>>();
  let current = launch(plan);

  const keepUp = async () => {
    while (!stopping.signal.aborted) {
      const run = current;
      run.ready.then(
        (said) => {
          isUp = run === current;
          up.resolve(said);
        },
        () => {},
      );
      const how = await Promise.race([current.ended, change.promise]);
      if (stopping.signal.aborted) return;
      if (how !== undefined) {
        console.error(
          `The ${plan.name} stopped (${how}); once one of its files changes, it is started again.`,
        );
        isUp = false;
        await change.promise;
      } else await current.stop();
      if (stopping.signal.aborted) return;
      change = Promise.withResolvers();
      isUp = false;
      current = launch(plan);
    }
  };
  const done = keepUp();

  return {
    ready: up.promise,
    kill: () => current.kill(),
    stop: async () => {
      stopping.abort();
      for (const watched of [restarts, revives]) watched.stop();
      change.resolve();
      up.reject(new Error(`The ${plan.name} was stopped.`));
      up.promise.catch(() => {});
      await Promise.all([done, current.stop()]);
    },
  };
}
