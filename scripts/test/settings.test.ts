import { expect, test } from 'vitest';
import { VARIABLE_NAMES } from '#lib/env/variables.ts';
import { withoutSettings } from './settings.ts';

test('tests inherit no setting of an instance from the shell, and everything else', () => {
  const others = { NODE_ENV: 'x', STRIPE_MX_SECRET_KEY: 'x', EMULATOR_DATA_DIR: 'x', NEXT_TELEMETRY_DISABLED: '0' };
  const kept = { PATH: '/bin', CHROMIUM_PATH: '/chromium', TEST_DATABASE_URL: 'x', RANDOM_SEEDS: '1' };
  const settings = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, 'x']));
  expect(withoutSettings({ ...kept, ...settings, ...others })).toEqual(kept);
});
