import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimDataDir, claimPort } from './claims.ts';

test('a taken port is said in one sentence that names the variable', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expect(claimPort(port, 'the service', 'PORT')).rejects.toThrow(
    new RegExp(`^Port ${port} \\(the service\\) is taken\\. .*choose another with PORT`),
  );
  await new Promise((resolve) => holder.close(resolve));
  await expect(claimPort(port, 'the service', 'PORT')).resolves.toBeUndefined();
});

test('a data directory has one instance at a time; a dead one does not count', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'claims-'));
  const release = await claimDataDir(dataDir);
  await expect(claimDataDir(dataDir)).rejects.toThrow('is in use by another instance');
  release();
  writeFileSync(join(dataDir, 'instance'), `${process.pid} 1`);
  (await claimDataDir(dataDir))();
  rmSync(dataDir, { recursive: true });
});
