import { expect, test } from 'vitest';
import { RECONCILE_COMMANDS } from './reconcile.ts';

/** This process: a deployment without the keys of any gateway. */
Object.assign(process.env, { EMULATORS: 'off' });

test('reconcile run: without gateway keys nothing is compared, and so nothing is said to agree', () => {
  const prepare = () => RECONCILE_COMMANDS['reconcile run']?.prepare({});
  expect(prepare).toThrow('No gateway keys are set: nothing was compared.');
});
