import { z } from 'zod';
import { slugRule } from '#lib/causes/address.ts';
import { recountTotals } from '#lib/causes/check-totals.ts';
import { findCause } from '#lib/causes/find.ts';
import { AddressTaken, type CauseChange, overrideCause } from '#lib/causes/override.ts';
import { presentCause } from '#lib/causes/present.ts';
import { CAUSE_STATES } from '#lib/causes/states.ts';
import { transaction } from '#lib/db.ts';
import { parseTimestamp, timestampField } from '#lib/fields.ts';
import { audit, changedFields } from '#lib/policy/audit.ts';
import { type Command, clearable, given, optional, required, UsageError } from './command.ts';

const instant = timestampField.transform((value) => parseTimestamp(value));
const boolean = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** Changes a cause, with an entry of the audit log about its state and one about everything else. */
function changing(key: string, change: CauseChange) {
  return async (now: Date) =>
    transaction(async (tx) => {
      const before = await findCause(tx, key);
      if (!before) throw new UsageError(`--key: there is no cause ${key}.`);
      const after = await overrideCause(tx, key, change, now);
      const { state, ...rest } = change;
      const entry = { actor: 'console', subject: key };
      if (state !== undefined)
        await audit(tx, { ...entry, action: 'cause.change_state', data: changedFields(before, after, ['state']) });
      if (Object.keys(rest).length > 0) {
        const data = changedFields(before, after, ['slug', 'closesAt', 'hideAmounts']);
        await audit(tx, { ...entry, action: 'cause.edit', data });
      }
      return presentCause(tx, after);
    }).catch((error: unknown) => {
      if (error instanceof AddressTaken) throw new UsageError('--slug: this address is or was another cause’s.');
      throw error;
    });
}

export const CAUSE_COMMANDS: Readonly<Record<string, Command>> = {
  'cause publish': {
    flags: ['key'],
    prepare: (flags) => changing(required(flags, 'key'), { state: 'published' }),
  },
  'cause update': {
    flags: ['key', 'state', 'slug', 'closes-at', 'hide-amounts'],
    prepare: (flags) => {
      const key = required(flags, 'key');
      const change = given<CauseChange>({
        state: optional(flags, 'state', z.enum(CAUSE_STATES, `must be one of ${CAUSE_STATES.join(', ')}`)),
        slug: optional(flags, 'slug', slugRule),
        closesAt: clearable(flags, 'closes-at', instant),
        hideAmounts: optional(flags, 'hide-amounts', boolean),
      });
      if (Object.keys(change).length === 0)
        throw new UsageError('Nothing to change: give --state, --slug, --closes-at or --hide-amounts.');
      return changing(key, change);
    },
  },
  'cause recount': {
    flags: [],
    audits: 'cause.recount',
    prepare: () => async () => ({ causes: await recountTotals() }),
  },
};
