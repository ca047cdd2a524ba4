import { env } from '#lib/env.ts';
import type { QueueName } from '#lib/jobs/queues.ts';
import { HANDLERS } from '#lib/worker/handlers.ts';

/** Entry of a worker that does one job, `QUEUE ID` in the variable `ONE_JOB`, and can be killed meanwhile. */
const [queue = '', id = ''] = (process.env.ONE_JOB ?? '').split(' ');
env();
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: true });
await HANDLERS[queue as QueueName](id).catch(() => {});
process.stdout.write('over');
