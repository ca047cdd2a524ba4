import { startInstance } from '#testing/instance.ts';
import { partnerOf } from './support/partner.ts';
import { descendants, stillThere } from './support/processes.ts';
import { expect, test } from './support/test.ts';

test('a restarted service keeps its data, next to another instance that shares none of it', async ({
  newFolder,
  donor,
  page,
  instance,
}) => {
  test.slow();
  const dataDir = newFolder();
  const first = await startInstance({ dataDir });
  const mine = partnerOf(first, first.demo.key);
  const paid = await mine.mint({ cause: first.demo.cause_key, amount: 50, currency: 'USD' });
  const open = await mine.mint({ cause: first.demo.cause_key, amount: 70, currency: 'USD' });
  await donor.open(paid);
  await donor.payByCard('paid');
  const completed = await mine.waitFor(paid.id, 'completed');
  await page.goto('about:blank');

  const stranger = await fetch(`${instance.baseUrl}/v1/checkout_links/${paid.id}/public`);
  expect(stranger.status).toBe(404);

  const family = descendants(first.pid);
  expect(family.length).toBeGreaterThan(4);
  expect(await first.stop()).toBe(0);
  expect(stillThere([first.pid, ...family])).toEqual([]);

  const { port: PORT } = new URL(first.baseUrl);
  const { port: EMULATOR_PORT } = new URL(first.emulatorUrl);
  const second = await startInstance({ dataDir, settings: { PORT, EMULATOR_PORT } });
  expect(second.output()).not.toMatch(/building/i);
  expect(second.demo).toEqual(first.demo);
  const still = partnerOf(second, second.demo.key);
  expect(await still.readLink(paid.id)).toEqual(completed);
  await donor.open(open);
  await expect(donor.payButton).toHaveText('Donate $70');
  await donor.payByCard('paid');
  await still.waitFor(open.id, 'completed');
  await page.goto('about:blank');
  expect(await second.stop()).toBe(0);

  const third = await startInstance({ dataDir });
  expect(third.baseUrl).not.toBe(second.baseUrl);
  expect(third.demo.link_id).toBe(second.demo.link_id);
  expect(new URL(third.demo.checkout_url).origin).toBe(third.baseUrl);
  expect(await third.stop()).toBe(0);
});
