import { z } from 'zod';
import { lockHolder } from '#lib/accounts/account.ts';
import { readZone } from '#lib/time-zone.ts';
import { dashboardAction, NO_RESOURCE } from '../action.ts';
import { rejectField } from '../form-errors.ts';

/** Chooses the time zone of the actor's pages; an empty one follows each browser. */
export const chooseTimeZoneAction = dashboardAction({
  name: 'account.time_zone',
  input: z.object({ zone: z.string() }),
  find: NO_RESOURCE,
  async act(tx, { actor, input: { zone } }) {
    const timeZone = zone === '' ? null : readZone(zone);
    if (timeZone === undefined) return rejectField('zone', 'invalid');
    await lockHolder(tx, actor.id);
    await tx.account.update({ where: { id: actor.id }, data: { timeZone } });
    return { notice: 'saved', audit: { subject: actor.id, data: { timeZone } } };
  },
});
