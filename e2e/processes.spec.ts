import { donorAt } from '#sdk/src/testing/donor.ts';
import { startInstance } from '#testing/instance.ts';
import { createPartner } from './support/partner.ts';
import { expect, test } from './support/test.ts';

test('two web processes share a port: a donation is paid, and a killed process is not missed', async ({
  newFolder,
  page,
}) => {
  test.slow();
  const instance = await startInstance({
    dataDir: newFolder(),
    settings: { PROCESSES: '2', LOG_LEVEL: 'info' },
  });
  try {
    const partner = await createPartner(instance);
    const cause = await partner.publishCause({ country: 'US', currency: 'USD' });
    const link = await partner.mint({ cause: cause.key, amount: 50, currency: 'USD' });
    const pids = serverPids(instance.output());
    expect(pids).toHaveLength(2);
    process.kill(Number(pids[0]), 'SIGKILL');
    // Until the process is gone, the kernel still gives it a share of new connections and then resets them.
    await expect.poll(instance.output).toMatch(/The server \d stopped unexpectedly/);
    const donor = donorAt(page);
    await donor.open(link);
    await donor.payWith('4242424242424242');
    await expect(donor.thanks).toBeVisible();
    expect(await partner.waitFor(link.id, 'completed')).toMatchObject({ amount_paid: 50 });
    await expect.poll(() => serverPids(instance.output()).length).toBe(3);
  } finally {
    await instance.stop();
  }
});

/** The processes that reported to be serving, in that order. */
function serverPids(output: string): string[] {
  return [...output.matchAll(/"pid":(\d+)[^\n]*"msg":"serving"/g)].map(([, pid]) => pid ?? '');
}
