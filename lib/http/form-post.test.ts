import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/ids.ts';
import { log } from '#lib/log.ts';
import { accountOf, OWN_PAGE, signIn } from '#testing/browser-session.ts';
import { runningService } from '#testing/running-service.ts';
import { isOwnPath } from './form-post.ts';
import { pageOfForm } from './form-refusal.ts';

const { service } = runningService();
const FORM = { ...OWN_PAGE, 'content-type': 'application/x-www-form-urlencoded' };
const FORMS = ['/sign-in/request', '/sign-in/verify', '/c/a-cause/give', '/dashboard/actions/client.update'];

const complaint = vi.fn();
afterEach(() => complaint.mockReset());

/** Sends a form's raw bytes as a staff member. */
async function send(path: string, raw: string | Uint8Array) {
  vi.spyOn(log(), 'error').mockImplementation(complaint);
  await accountOf('staff@example.org', 'staff');
  const cookie = await signIn('staff@example.org');
  return service.call(path, { raw, headers: { ...FORM, cookie } });
}

test.each<[string, string | Uint8Array]>([
  ['U+0000', 'id=%00'],
  ['U+0000 as it is', 'id=\0'],
  ['U+0000 in a name', 'a%00b=1'],
  ['a percent sign that encodes nothing', 'email=a%'],
  ['half of an encoded byte', 'email=a%4'],
  ['half of an encoded character', 'email=jos%C3'],
  ['an encoded lone surrogate', 'email=%ed%a0%80'],
  ['bytes that are no UTF-8', Uint8Array.of(0x61, 0x3d, 0xff)],
])('a form with %s is refused, and not an error of ours', async (_what, raw) => {
  for (const path of FORMS) {
    const reply = await send(path, raw);
    expect([path, reply.status]).toEqual([path, 400]);
    expect(reply.headers.get('content-type')).toContain('text/html');
  }
  expect(complaint).not.toHaveBeenCalled();
});

test.each([
  ['/c/a-cause/give', '/c/a-cause'],
  ['/checkout/receipt', '/'],
  ['/sign-in/request', '/dashboard'],
  ['/dashboard/actions/client.update', '/dashboard'],
])('who sent a form to %s that is refused is led back to %s', async (path, page) => {
  expect((await send(path, 'id=%00')).text).toContain(`<a href="${page}">`);
});

test('who asked for a receipt is led back to their link once it is known', () => {
  const id = newId('checkoutLink');
  expect(pageOfForm('/checkout/receipt', id)).toBe(`/checkout?ref=${id}`);
  for (const other of [undefined, [id, id], '"><script>']) expect(pageOfForm('/checkout/receipt', other)).toBe('/');
});

test('a form in any language is read', async () => {
  const { status } = await send('/sign-in/request', 'email=jos%C3%A9+100%25@example.org&lang=es');
  expect(status).toBe(303);
});

test('an incomplete form is refused, and not an error of ours', async () => {
  vi.spyOn(log(), 'error').mockImplementation(complaint);
  const lines = Object.entries(FORM).map(([name, value]) => `${name}: ${value}`);
  for (const path of FORMS) {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, ...lines, 'Content-Length: 100'].join('\r\n');
    socket.resume().end(`${head}\r\n\r\nemail=a`);
    await once(socket, 'close');
  }
  await expect.poll(() => service.call('/healthz').then(({ status }) => status)).toBe(200);
  expect(complaint).not.toHaveBeenCalled();
});

test.each([
  ['/dashboard', true],
  ['/dashboard/causes/a%2Fb?q=%2F%2Fc..//d', true],
  ['/dashboard/..//evil.example', false],
  ['/dashboard/%2e%2e//evil.example', false],
  ['/dashboard/../sign-in', false],
  ['/dashboard/.%2E/sign-in', false],
  ['/dashboard//evil.example', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['/dashboard/%5c..%5cx', false],
  ['/dashboard/%00', false],
  ['/dashboard/%', false],
  ['/dashboard/\u00e9', false],
])('%s is a path of ours: %s', (path, isOwn) => {
  expect(isOwnPath(path)).toBe(isOwn);
});
