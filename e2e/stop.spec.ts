import { startInstance } from '#testing/instance.ts';
import { emulatorOf } from './support/emulator.ts';
import { partnerOf } from './support/partner.ts';
import { descendants, stillThere } from './support/processes.ts';
import { expect, test } from './support/test.ts';

const REQUESTS = 100;

/** Armed failures of the emulated gateway, as its control API lists them. */
type Armed = { path?: string }[];

test('a service that is stopped with its whole process group answers every request in progress', async ({
  newFolder,
}) => {
  test.slow();
  const instance = await startInstance({ dataDir: newFolder(), inGroup: true });
  const family = [instance.pid, ...descendants(instance.pid)];
  const partner = partnerOf(instance, instance.demo.key);
  const { control } = emulatorOf(instance);
  const links = [];
  for (let minted = 0; minted < REQUESTS; minted++)
    links.push(await partner.mint({ cause: instance.demo.cause_key, amount: 50, currency: 'USD' }));
  const create = { method: 'POST', path: '^/v1/payment_intents$' };
  await control('stripe/fail', { kind: 'slow', times: REQUESTS, delayMs: 5_000, ...create });

  const answers = links.map(({ id }) => partner.askForIntent(id));
  // Armed for a path that nobody asks for, which makes the emulator list what is left of the slow ones.
  const isSlowLeft = async () =>
    (await control<Armed>('stripe/fail', { kind: 'slow', path: '^/none$' })).some(({ path }) => path === create.path);
  await expect.poll(isSlowLeft).toBe(false);
  process.kill(-instance.pid, 'SIGTERM');

  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(REQUESTS).fill(200));
  await instance.stop();
  await expect.poll(() => stillThere(family)).toEqual([]);
});
