import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { createHttpServer } from '#server.ts';

const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_h4Vd9sQ2mX7bLr0KtZ5w',
  PUBLIC_BASE_URL: 'https://give.example.org',
};

/** This process: a deployment with test keys of the card processor. */
Object.assign(process.env, { ...CARDS, LOG_LEVEL: 'silent' });

/** The paths that reach the pages, for each requested path. */
async function askedFor(source: Record<string, string>, paths: string[]): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  const door = createHttpServer(loadEnv(source), (request, response) => {
    seen.push(request.url);
    response.end();
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  for (const path of paths) await fetch(`http://127.0.0.1:${port}${path}`);
  door.close();
  return seen;
}

test.each([
  ['live keys', LIVE],
  ['test keys', CARDS],
  ['keys of the bank alone', { MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1' }],
  ['EMULATORS=off', { EMULATORS: 'off' }],
  ['a public address, even with the emulators', { EMULATORS: 'on', PUBLIC_BASE_URL: 'https://give.example' }],
])('with %s every path of the QA deck is unknown', async (_what, source) => {
  expect(loadEnv(source).qaDeck).toBe(false);
  const plain = ['/qa/', '/qa?ref=chl_1', '/qa/deck.mjs', '/qa/deck.css', '/qa/partner', '/qa/publish'];
  const encoded = ['/%71a/deck.mjs', '/q%61/deck.mjs', '/qa%2fdeck.mjs', '/%71%61%2Fdeck.mjs', '/qa%5cdeck.mjs'];
  const paths = ['/qa', ...plain, ...encoded];
  expect(await askedFor(source, paths)).toEqual(paths.map(() => '/not-found'));
  expect(await askedFor(source, ['/qatar', '/c/qa'])).toEqual(['/qatar', '/c/qa']);
});

test('with the emulators on this machine it exists', async () => {
  expect(loadEnv({}).qaDeck).toBe(true);
  expect(await askedFor({}, ['/qa/deck.mjs', '/%71a/deck.css'])).toEqual(['/qa/deck.mjs', '/qa/deck.css']);
});

test('the route itself does not exist either, even for a request that bypasses server.ts', async () => {
  const { POST } = await import('#app/qa/route.ts');
  const request = new Request('http://localhost/qa', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ref":"chl_1"}',
  });
  const answer = await POST(request);
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});
