import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApiDocument } from '#lib/http/openapi.ts';

const SDK = resolve(import.meta.dirname, '../sdk');

/** The types of the contract, generated. */
export const SDK_TYPES = join(SDK, 'src/contract.ts');

/**
 * The TypeScript types of the API's contract, as the SDK ships them (docs/decisions/2026-11-23-the-sdk.md).
 * @returns the text of `sdk/src/contract.ts`
 */
export async function sdkTypes(): Promise<string> {
  const generate = await loadGenerator();
  // Types are the same at every deployment; of addresses the generator would make a type too.
  const { servers: _, ...contract } = openApiDocument({ publicBaseUrl: 'https://api.example.org' });
  const folder = mkdtempSync(join(tmpdir(), 'sdk-types-'));
  try {
    await generate({
      input: JSON.parse(JSON.stringify(contract)),
      output: { path: folder },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    });
    return readFileSync(join(folder, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The generator of clients. It writes code through TypeScript's own API, which the project's native compiler does not have: it
 * gets the compiler that the workspace pins.
 */
export async function loadGenerator() {
  const parentURL = pathToFileURL(join(SDK, 'package.json')).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, specifier === 'typescript' ? { ...context, parentURL } : context),
  });
  try {
    const { createClient } = await import('@hey-api/openapi-ts');
    return createClient;
  } finally {
    hooks.deregister();
  }
}

if (import.meta.main) writeFileSync(SDK_TYPES, await sdkTypes());
