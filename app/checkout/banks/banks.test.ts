// @module-tag full

import { expect, test } from 'vitest';
import { runningService } from '#testing/running-service.ts';

const { service } = runningService();
const banksOf = (country: string) => service.call(`/checkout/banks?${new URLSearchParams({ country })}`);

test('a page that came without the list of banks can ask for it', async () => {
  const { status, body } = await banksOf('co');
  expect(status).toBe(200);
  expect(body).toContainEqual({ code: '1007', name: 'Bancolombia' });
});

test.each(['mx', 'CO', '', '\0', '__proto__'])('%j has no transfers: the list is empty', async (country) => {
  expect(await banksOf(country)).toMatchObject({ status: 200, body: [] });
});
