// A process for data-key.test.ts: reports which key the data directory has.
import { provideDataKey } from './data-key.ts';

const [dataDir = ''] = process.argv.slice(2);
await provideDataKey({ dataDir });
process.send?.(process.env.DATA_ENCRYPTION_KEY, () => process.exit());
