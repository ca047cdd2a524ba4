import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SDK_TYPES, sdkTypes } from './generate-sdk-types.ts';

test('the types of the SDK are those of the contract, byte for byte: `npm run generate:sdk` writes them', async () => {
  expect(readFileSync(SDK_TYPES, 'utf8')).toBe(await sdkTypes());
});
