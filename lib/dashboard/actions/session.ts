import { z } from 'zod';
import { endAllSessions, endSession } from '#lib/sessions/session.ts';
import { dashboardAction, NO_RESOURCE } from '../action.ts';

const SIGNED_OUT = '/sign-in?signed-out=1';

/** Ends the current session. */
export const endSessionAction = dashboardAction({
  name: 'session.end',
  input: z.object({}),
  find: NO_RESOURCE,
  run: async ({ headers }) => ({ to: SIGNED_OUT, cookies: await endSession(headers) }),
});

/** Ends all sessions of the account, in every browser. */
export const endAllSessionsAction = dashboardAction({
  name: 'session.end_all',
  input: z.object({}),
  find: NO_RESOURCE,
  run: async ({ actor }) => ({ to: SIGNED_OUT, cookies: await endAllSessions(actor.id) }),
});

/** Ends another session of the actor. */
export const endOneSessionAction = dashboardAction({
  name: 'session.end_one',
  input: z.object({}),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    const found = await tx.session.findUnique({ where: { id }, select: { id: true, accountId: true } });
    return found && { id: found.id, ownerId: found.accountId };
  },
  ifGone: () => ({ notice: 'sessionEnded' }),
  act: async (tx, { resource: { id } }) => {
    await tx.session.deleteMany({ where: { id } });
    return { notice: 'sessionEnded', audit: { subject: id } };
  },
});
