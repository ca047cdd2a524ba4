import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PROCESSOR_SCRIPT } from './card-start.ts';

test('the script is the one that the installed library would load', () => {
  const entry = createRequire(import.meta.url).resolve('@stripe/stripe-js');
  const library = readFileSync(resolve(entry, '../../dist/pure.js'), 'utf8');
  const train = /RELEASE_TRAIN = '(\w+)'/.exec(library)?.[1];
  expect(PROCESSOR_SCRIPT).toBe(`https://js.stripe.com/${train}/stripe.js`);
});
