import { acceptingAt } from '#lib/causes/states.ts';
import { db } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { listWork } from './staff/work.ts';
import type { Overview } from './staff/work-view.ts';

/** The first page of staff: what waits, and how much there is. */
export async function staffOverview(now: Date): Promise<Overview> {
  const [work, clients, collecting] = await Promise.all([
    listWork(now),
    db().client.count(),
    db().cause.count({ where: acceptingAt(now) }),
  ]);
  return { work, clients, collecting, isSingleStaff: env().allowSingleStaff };
}
