// A process for postgres.test.ts: uses the database of the given directory until it is told to stop.
import { ensureDatabase } from './postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await ensureDatabase({ dataDir });
process.once('SIGTERM', () => void database.stop().then(() => process.exit()));
// Somebody who listens is kept alive, and ends with the one it listens to.
process.once('disconnect', () => process.exit());
process.send?.(database.url);
