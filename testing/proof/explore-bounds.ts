import { parentPort, workerData } from 'node:worker_threads';
import { modelOf, type Search } from './bounds.ts';
import { type Exploration, explore } from './explore.ts';

/** What a thread found within its bounds. */
export type Explored = Exploration & { name: string; seconds: number; megabytes: number };

/** Searches a model within its bounds. */
export function exploreBounds(search: Search): Explored {
  const model = modelOf(search);
  const started = performance.now();
  const found = explore(model);
  return {
    ...found,
    name: model.name,
    seconds: (performance.now() - started) / 1000,
    megabytes: Math.round(process.memoryUsage().arrayBuffers / 1e6),
  };
}

// In a thread of its own, for `npm run prove -- model`.
if (parentPort) parentPort.postMessage(exploreBounds(workerData as Search));
