// @module-tag full

import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { docsPages } from './pages.ts';

const run = promisify(execFile);

/** Programs of the documentation that use the SDK. What a page shows without an import goes on with the program before it. */
function programs(): string[] {
  return docsPages(loadEnv({})).flatMap(({ sections, operations }) => {
    const found: string[] = [];
    const blocks = [...sections.flatMap((section) => section.blocks), ...operations];
    for (const block of blocks) {
      if (typeof block === 'string') continue;
      const codes = 'samples' in block ? block.samples : 'code' in block ? [block] : [];
      for (const { code } of codes) {
        if (code.includes("from 'fundraising-partner")) found.push(code);
        else if (code.includes('await client.')) found.push(`${found.pop() ?? ''}\n${code}`);
      }
    }
    return found;
  });
}

test('every example with the SDK compiles under strict', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-examples-'));
  const all = programs();
  expect(all.length).toBeGreaterThan(6);
  all.forEach((program, index) => {
    writeFileSync(join(folder, `example-${index}.ts`), `${program}\nexport {};\n`);
  });
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2024', 'DOM'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths: {
      'fundraising-partner': [resolve('sdk/src/client.ts')],
      'fundraising-partner/testing': [resolve('sdk/src/testing/test.ts')],
    },
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['--project', project]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
