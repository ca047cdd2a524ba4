import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DonationSite } from '../bench/donor.ts';
import { Creator } from './creator.ts';

const PAGE = '<html><a href="/dashboard/causes/cause_1"></a></html>';
const REFUSAL = '<html><p role="alert"></p></html>';
const OVER = '/sign-in?error=over';

/** Stands for the service and the mailbox: what each code leads to, in their order, and the rest as if nothing were wrong. */
let server: Server;
let afterCodes: string[];
let codes: number;
/** How often another code was entered than that of the last challenge. */
let wrongCodes: number;
let dashboard: { status: number; location?: string; html: string };

type Sent = { query: URLSearchParams; form: URLSearchParams; cookie: string | undefined };
const answers: Record<string, (response: ServerResponse, sent: Sent) => unknown> = {
  '/v1/causes': (response) => response.writeHead(201).end('{"key":"cause_1"}'),
  '/sign-in': (response, { query }) => response.end(query.has('error') ? REFUSAL : PAGE),
  '/sign-in/code': (response) => response.end(PAGE),
  '/sign-in/request': (response) => redirect(response, `/sign-in/code?challenge=sic_${++codes}`),
  '/mailbox.json': (response) => {
    const mails = Array.from({ length: codes }, (_, n) => ({
      subject: `0000 000${n + 1}`,
      text: `/sign-in/link?token=sic_${n + 1}.proof`,
    }));
    response.end(JSON.stringify(mails));
  },
  '/sign-in/verify': (response, { form }) => {
    if (form.get('challenge') !== `sic_${codes}` || form.get('code') !== `0000 000${codes}`) wrongCodes++;
    const to = afterCodes.shift() ?? '/dashboard';
    redirect(response, to, to === '/dashboard' ? ['session=token; Path=/'] : []);
  },
  '/dashboard': (response, { cookie }) => {
    if (cookie !== 'session=token') return redirect(response, '/sign-in');
    const { status, location, html } = dashboard;
    response.writeHead(status, location ? { location } : {}).end(html);
  },
  '/dashboard/actions/session.end': (response) => redirect(response, '/sign-in?signed-out=1'),
};

function redirect(response: ServerResponse, location: string, cookies: string[] = []): void {
  response.writeHead(303, { location, 'set-cookie': cookies }).end();
}

let site: DonationSite;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const form = new URLSearchParams(await text(request));
    answers[pathname]?.(response, { query, form, cookie: request.headers.cookie });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site = { baseUrl: url, emulatorUrl: url, demo: { key: 'key' } as DonationSite['demo'] };
});
afterAll(() => server.close());
beforeEach(() => {
  [afterCodes, codes, wrongCodes] = [[], 0, 0];
  dashboard = { status: 200, html: PAGE };
});

/** Signs a new creator in. Counts the codes of the other release that were refused. */
async function signIn(...releases: string[]): Promise<{ creator: Creator; refused: number }> {
  let refused = 0;
  const creator = await Creator.create(site);
  await creator.signIn(
    () => releases,
    () => refused++,
  );
  return { creator, refused };
}

test('a creator signs in, comes back and signs out', async () => {
  const { creator, refused } = await signIn('this');
  expect(refused).toBe(0);
  await creator.openDashboard();
  await creator.signOut();
});

test('a code that the other release refuses is counted, and the one of the next challenge is entered', async () => {
  afterCodes = [OVER, OVER];
  expect((await signIn('earlier', 'this')).refused).toBe(2);
  expect([codes, wrongCodes]).toEqual([3, 0]);
});

test('a code that its own release refuses is a failure', async () => {
  afterCodes = [OVER];
  await expect(signIn('this', 'this')).rejects.toThrow('The code of the same release was refused');
});

test('codes that are refused again and again are a failure, also between releases', async () => {
  afterCodes = Array.from({ length: 100 }, () => OVER);
  await expect(signIn('earlier', 'this')).rejects.toThrow('8 codes were refused, one after the other');
});

test('a refusal that does not say why is a failure', async () => {
  afterCodes = ['/sign-in?signed-out=1'];
  await expect(signIn('earlier', 'this')).rejects.toThrow('does not say why');
});

test('a session that got lost is a failure, and so is an error or a page without the cause', async () => {
  const { creator } = await signIn('this');
  dashboard = { status: 307, location: '/sign-in', html: '' };
  await expect(creator.openDashboard()).rejects.toThrow('/dashboard answered 307 and leads to /sign-in');
  dashboard = { status: 503, html: '<html></html>' };
  await expect(creator.openDashboard()).rejects.toThrow('/dashboard answered 503');
  dashboard = { status: 200, html: '<html></html>' };
  await expect(creator.openDashboard()).rejects.toThrow('does not show the cause');
});
