import { expect } from '@playwright/test';
import type { Instance } from '#testing/instance.ts';
import { rawRequest } from '#testing/raw-http.ts';

/** Requests that scanners and broken programs send, each with the status of its refusal. */
export async function sendRefused({ baseUrl }: Instance): Promise<void> {
  const requests: [status: number, line: string, ...headers: string[]][] = [
    [405, 'TRACE /openapi.json'],
    [405, 'TRACE /checkout/donation'],
    [405, 'POST /docs', 'Next-Action: x', 'Content-Length: 0'],
    [405, 'POST /nowhere', 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 0'],
    [400, 'GET /nowhere', 'RSC: 1', 'Next-Router-State-Tree: x'],
    [400, 'GET /docs?_rsc=x', 'RSC: 1', 'Next-Router-State-Tree: %'],
    [404, 'GET /_global-error'],
    [404, 'GET /_next/image?url=%2Ffavicon.svg&w=64&q=75'],
    [404, 'GET /verify/%00/x'],
    [404, 'GET /dashboard/..//evil.example'],
    [404, 'GET /%E0%A4%A'],
  ];
  for (const [status, line, ...headers] of requests) {
    const reply = await rawRequest(baseUrl, [`${line} HTTP/1.1`, ...headers]);
    expect([line, reply.status]).toEqual([line, status]);
  }
  // For any page but the first, Next would close a connection that asks for another protocol.
  for (const wish of ['websocket', 'h2c']) {
    const headers = [`Upgrade: ${wish}`, 'Connection: Upgrade'];
    expect((await rawRequest(baseUrl, ['GET /docs HTTP/1.1', ...headers])).status).toBe(200);
  }
}
