// A process for postgres.test.ts: uses the database of the given directory until SIGTERM.
import { ensureDatabase } from './postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await ensureDatabase({ dataDir });
process.once('SIGTERM', () => void database.stop().then(() => process.exit()));
// The listener keeps this process alive until its parent exits.
process.once('disconnect', () => process.exit());
process.send?.(database.url);
