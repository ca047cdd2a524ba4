import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimDataDir, claimPort } from './claims.ts';

test('a taken port is reported in one sentence that names the variable', async () => {
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

const LISTENS = "require('node:http').createServer().listen(0, function () { process.send(this.address().port) })";

test.each([
  [
    'names its DATA_DIR',
    { DATA_DIR: '/srv/give' },
    'of the instance with DATA_DIR /srv/give listens there, and nothing supervises it: end it',
  ],
  ['is not ours', {}, 'listens there: end it'],
])('for a port whose process %s, the error names the process and how to end it', async (_, settings, advice) => {
  const child: ChildProcess = spawn(process.execPath, ['-e', LISTENS], {
    env: { NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  // Other systems do not report the owner of a port.
  const remedy = existsSync('/proc/net/tcp')
    ? `Process ${child.pid} ${advice} with \`kill ${child.pid}\``
    : 'Stop what listens there';
  await expect(claimPort(port, 'the service', 'PORT')).rejects.toThrow(
    `Port ${port} (the service) is taken. ${remedy}, or choose another with PORT; a second instance also needs a DATA_DIR of its own.`,
  );
  child.kill();
  await once(child, 'exit');
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

/** Claims a folder as soon as it is told to, and says how it went. */
const CLAIMS = `
  const { claimFolder } = await import(process.argv[1]);
  process.on('message', () => {
    try { claimFolder(process.argv[2], 'refused'); process.send('claimed'); } catch ({ message }) { process.send(message); }
  });
  process.send('waiting');`;

test.each([
  ['nobody has claimed', undefined],
  ['a dead instance had claimed', `${process.pid} 1`],
])('of instances that start at once, one gets a data directory that %s', async (_, left) => {
  const script = join(import.meta.dirname, 'claims.ts');
  const start = (dataDir: string) => {
    const args = ['--input-type=module', '-e', CLAIMS, script, dataDir];
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'claims-'));
  if (left !== undefined) writeFileSync(join(dataDir, 'instance'), left);
  const children = [1, 2, 3, 4].map(() => start(dataDir));
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const said = Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
    for (const child of children) child.send('now');
    expect((await said).sort()).toEqual(['claimed', 'refused', 'refused', 'refused']);
  } finally {
    for (const child of children) child.kill();
    rmSync(dataDir, { recursive: true });
  }
});
