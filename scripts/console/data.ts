import { pool } from '#lib/db.ts';
import { countByKey, encryptStored } from '#lib/encryption/stored.ts';
import { env } from '#lib/env.ts';
import { type Command, UsageError } from './command.ts';

export const DATA_COMMANDS: Readonly<Record<string, Command>> = {
  'data encrypt': {
    flags: [],
    audits: 'data.encrypt',
    prepare: () => async () => {
      const keys = env().dataKeys;
      if (!keys) throw new UsageError('DATA_ENCRYPTION_KEY is not set: there is no key to encrypt with.');
      const [newest] = keys;
      const { values, unreadable } = await encryptStored(pool(), keys, { anew: true });
      for (const reason of unreadable) console.error(reason);
      // The answer says what was done; a script is to notice that it was not all.
      if (unreadable.size > 0) process.exitCode = 1;
      const left = (await countByKey(pool())).filter(({ id }) => id !== newest.id);
      return { key: newest.id, encrypted: values, left };
    },
  },
};
