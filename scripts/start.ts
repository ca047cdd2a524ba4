import { ensureBuild } from './build.ts';
import { readStartOptions } from './start/options.ts';
import { runService } from './start/run-service.ts';
import { supervise } from './start/supervise.ts';

await runService({
  settings: () => readStartOptions(process.argv.slice(2)),
  prepare: async (signal) => ({ NODE_ENV: 'production', NEXT_DIST_DIR: await ensureBuild(signal) }),
  server: 'server.ts',
  supervise,
});
