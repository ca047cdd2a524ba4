import { startInstance } from '../scripts/testing/instance.ts';
import { donorAt } from './support/donor.ts';
import { createPartner } from './support/partner.ts';
import { expect, START_LIMIT_MS, test } from './support/test.ts';

test('two web processes behind one port: a donation is given, and one that is killed is not missed', async ({
  newFolder,
  page,
}) => {
  test.setTimeout(START_LIMIT_MS);
  const instance = await startInstance({
    dataDir: newFolder(),
    settings: { PROCESSES: '2', LOG_LEVEL: 'info' },
  });
  try {
    const partner = await createPartner(instance);
    const cause = await partner.publish((await partner.createCause({ country: 'US', currency: 'USD' })).key);
    const link = await partner.mint({ cause: cause.key, amount: 50, currency: 'USD' });
    const pids = serverPids(instance.said());
    expect(pids).toHaveLength(2);
    process.kill(Number(pids[0]), 'SIGKILL');
    // Until it is gone the kernel still hands it its share of new connections, and resets them when it goes.
    await expect.poll(instance.said).toMatch(/The server \d stopped unexpectedly/);
    const donor = donorAt(page);
    await donor.open(link);
    await donor.payWith('4242424242424242');
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(link.id, 'completed')).toMatchObject({ amount_paid: 50 });
    await expect.poll(() => serverPids(instance.said()).length).toBe(3);
  } finally {
    await instance.stop();
  }
});

/** The processes that said they are serving, in the order they said so. */
function serverPids(said: string): string[] {
  return [...said.matchAll(/"pid":(\d+)[^\n]*"msg":"serving"/g)].map(([, pid]) => pid ?? '');
}
