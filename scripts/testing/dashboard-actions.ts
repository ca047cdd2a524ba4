import { editBase } from '#lib/causes/edit.ts';
import type { Resource } from '#lib/dashboard/permissions.ts';
import { db } from '#lib/db.ts';
import { type Partner, publishedCause } from './factories.ts';
import type { Service } from './service.ts';
import { STAFF_SAMPLES } from './staff-actions.ts';

/** Who takes part: three accounts, and a partner who creates what the first of them owns. */
export type Cast = {
  service: Service;
  partner: Partner;
  creator: { id: string; email: string };
  other: { id: string; email: string };
  staff: { id: string; email: string };
};
/** A form of an action that succeeds for whoever may send it, and what it is about; made anew for each attempt. */
export type ActionSample = { fields: Record<string, string>; resource: Resource };

/** A published cause of the creator. */
async function causeOf({ service, partner, creator }: Cast) {
  const owner = { email: creator.email, name: 'Creator' };
  const key = await publishedCause(service, partner, { owner });
  return db().cause.findUniqueOrThrow({ where: { key } });
}

/**
 * One form for each action of the dashboard: the test that tries all of them as everybody takes it from here. An action
 * without one fails that test.
 */
export const ACTION_SAMPLES: Readonly<Record<string, (cast: Cast) => Promise<ActionSample>>> = {
  'session.end': async () => ({ fields: {}, resource: {} }),
  'session.end_all': async () => ({ fields: {}, resource: {} }),
  'cause.edit': async (cast) => {
    const cause = await causeOf(cast);
    const { key, slug, ownerId } = cause;
    const texts = {
      title: 'Another title',
      description: '',
      cover_image_url: '',
      closes_at: '',
      zone: 'UTC',
    };
    return { fields: { key, slug, base: editBase(cause), ...texts }, resource: { ownerId } };
  },
  'cause.move': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key, from: 'published', to: 'paused' }, resource: { ownerId } };
  },
  'cause.close': async (cast) => {
    const { key, ownerId } = await causeOf(cast);
    return { fields: { key }, resource: { ownerId } };
  },
  ...STAFF_SAMPLES,
};
