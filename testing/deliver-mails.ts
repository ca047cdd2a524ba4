import { setTimeout as pause } from 'node:timers/promises';
import { deliverEmail } from '#lib/emails/deliver.ts';

/*
 * Delivers the mails whose ids the parent sends at once, one after another, and tells of each, until it is killed
 * (lib/emails/in-doubt.test.ts, killed-workers.test.ts).
 */

process.on('message', async (ids: string[]) => {
  for (const id of ids) {
    await deliverEmail(id, new Date()).catch(() => undefined);
    process.send?.({ delivered: id });
  }
  await pause(60_000);
});
process.send?.({ ready: true });
