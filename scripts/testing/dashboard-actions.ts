import type { Resource } from '#lib/dashboard/permissions.ts';

/** Accounts that a sample may refer to. */
export type Cast = { creatorId: string; otherId: string; staffId: string };
/** A form of an action that succeeds for whoever may send it, and what it is about; made anew for each attempt. */
export type ActionSample = { fields: Record<string, string>; resource: Resource };

/**
 * One form for each action of the dashboard: the test that tries all of them as everybody takes it from here. An action
 * without one fails that test.
 */
export const ACTION_SAMPLES: Readonly<Record<string, (cast: Cast) => Promise<ActionSample>>> = {
  'session.end': async () => ({ fields: {}, resource: {} }),
  'session.end_all': async () => ({ fields: {}, resource: {} }),
};
