import { z } from 'zod';
import { audit, changedFields } from '#lib/audit.ts';
import { slugRule } from '#lib/causes/address.ts';
import { recountTotals } from '#lib/causes/check-totals.ts';
import { findCause } from '#lib/causes/find.ts';
import { presentCause } from '#lib/causes/present.ts';
import { CAUSE_STATES } from '#lib/causes/states.ts';
import { AddressTaken, type CauseChange, updateCause } from '#lib/causes/update.ts';
import { transaction } from '#lib/db.ts';
import { parseTimestamp, timestampField } from '#lib/fields.ts';
import { type Command, given, optional, required, UsageError } from './command.ts';

const instant = timestampField.transform((value) => parseTimestamp(value));
const boolean = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

function changing(action: string, key: string, change: CauseChange) {
  return async (now: Date) =>
    transaction(async (tx) => {
      const before = await findCause(tx, key);
      if (!before) throw new UsageError(`--key: there is no cause ${key}.`);
      const after = await updateCause(tx, key, change, now);
      const data = changedFields(before, after, ['state', 'slug', 'closesAt', 'hideAmounts']);
      await audit(tx, { actor: 'console', action, subject: key, data });
      return presentCause(tx, after);
    }).catch((error: unknown) => {
      if (error instanceof AddressTaken) throw new UsageError('--slug: this address is or was another cause’s.');
      throw error;
    });
}

export const CAUSE_COMMANDS: Readonly<Record<string, Command>> = {
  'cause publish': {
    flags: ['key'],
    // With what changed, by `changing`.
    audited: false,
    prepare: (flags) => changing('cause.publish', required(flags, 'key'), { state: 'published' }),
  },
  'cause update': {
    flags: ['key', 'state', 'slug', 'closes-at', 'hide-amounts'],
    audited: false,
    prepare: (flags) => {
      const key = required(flags, 'key');
      const change = given<CauseChange>({
        state: optional(flags, 'state', z.enum(CAUSE_STATES, `must be one of ${CAUSE_STATES.join(', ')}`)),
        slug: optional(flags, 'slug', slugRule),
        closesAt: flags['closes-at'] === '' ? null : optional(flags, 'closes-at', instant),
        hideAmounts: optional(flags, 'hide-amounts', boolean),
      });
      if (Object.keys(change).length === 0)
        throw new UsageError('Nothing to change: give --state, --slug, --closes-at or --hide-amounts.');
      return changing('cause.update', key, change);
    },
  },
  'cause recount': {
    flags: [],
    audited: true,
    prepare: () => async () => ({ causes: await recountTotals() }),
  },
};
