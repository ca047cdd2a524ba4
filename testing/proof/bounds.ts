import type { Model } from './explore.ts';
import { type Bounds, linkModel } from './link-model.ts';
import { type MoneyBounds, moneyModel } from './money-model.ts';

/** A model and its bounds. */
export type Search = { link: Bounds } | { money: MoneyBounds };

export function modelOf(search: Search): Model {
  return 'link' in search ? linkModel(search.link) : moneyModel(search.money);
}

/** What `npm run prove -- model` searches, each to its end: some minutes on two cores. */
export const WHOLE: readonly Search[] = [
  { link: { attempts: [2, 1], workers: 2, amountChanges: 0, surprises: 0 } },
  { link: { attempts: [2, 1], workers: 1, amountChanges: 1, surprises: 1 } },
  { link: { attempts: [3, 3], workers: 1, amountChanges: 0, surprises: 0 } },
  { money: { refunds: 2, disputes: 1, reports: 2 } },
  { money: { refunds: 2, disputes: 2, reports: 1 } },
];

/** What `npm test` searches, in two seconds: it notices every planted fault that the searches of `SHORT` it replaces notice. */
export const QUICK: readonly Search[] = [
  { money: { refunds: 1, disputes: 1, reports: 1 } },
  { link: { attempts: [1, 1], workers: 1, amountChanges: 0, surprises: 1 } },
  { link: { attempts: [2, 0], workers: 1, amountChanges: 1, surprises: 1 } },
];

/** What `npm run test:all` searches, and what mutants are checked with: some seconds. */
export const SHORT: readonly Search[] = [
  { money: { refunds: 1, disputes: 1, reports: 2 } },
  { money: { refunds: 2, disputes: 1, reports: 1 } },
  { link: { attempts: [1, 1], workers: 1, amountChanges: 0, surprises: 2 } },
  { link: { attempts: [1, 2], workers: 1, amountChanges: 1, surprises: 0 } },
  { link: { attempts: [1, 1], workers: 2, amountChanges: 0, surprises: 0 } },
];
