import { resolve } from 'node:path';
import { launch, type ProcessPlan, type Supervised } from '#scripts/start/launch.ts';
import { watchPaths } from './watch.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The sources of a process: folders and files, relative to the checkout. */
export type Sources = {
  /** A change of these restarts the process. */
  restart: readonly string[];
  /** The running process reloads these itself; a process that has exited is restarted when they change. */
  reload?: readonly string[];
};

/**
 * Runs a process and restarts it when its sources change. A process that exits, for instance because a file is broken, is
 * restarted at the next change; other processes are not affected.
 * @param root where the sources are
 */
export function restartOnChange(
  plan: ProcessPlan,
  { restart, reload = [] }: Sources,
  root: string = ROOT,
): Supervised {
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
        (message) => {
          isUp = run === current;
          up.resolve(message);
        },
        () => {},
      );
      const ending = await Promise.race([current.ended, change.promise]);
      if (stopping.signal.aborted) return;
      if (ending !== undefined) {
        console.error(
          `The ${plan.name} stopped (${ending.how}); once one of its files changes, it is started again.`,
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
