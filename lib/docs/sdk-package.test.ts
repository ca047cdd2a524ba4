import { expect, test } from 'vitest';
import example from '../../sdk/example/package.json' with { type: 'json' };
import manifest from '../../sdk/package.json' with { type: 'json' };
import { sdkPackage } from './sdk-package.ts';

test('the documentation and the example install the package of the version in this repository', () => {
  const address = sdkPackage('http://localhost:3000');
  expect(address).toBe(`http://localhost:3000/sdk/${manifest.name}-${manifest.version}.tgz`);
  expect(example.dependencies[manifest.name as 'fundraising-partner']).toBe(address);
});
