import { once } from 'node:events';
import { env } from '#lib/env.ts';
import { createHttpServer } from '#server.ts';
import { site } from './site.ts';

/** Entry of a server that a test starts and kills: server.ts's handlers without Next. Ends with its parent. */
const settings = env();
const server = createHttpServer(settings, site);
server.listen(settings.port, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: true });
