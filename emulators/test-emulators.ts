import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type RunningEmulators, startEmulators } from './server.ts';

export const WEBHOOK_SECRET = 'whsec_test';

/** A webhook that the application received: the raw body, as its signature covers it. */
export type Received = { url: URL; headers: Record<string, string>; body: string };

/** The emulators in this process, and an application that records webhooks. */
export type TestEmulators = RunningEmulators & {
  /** A client of the official SDK for account X of `sk_test_X`. */
  stripe(account?: string, options?: { maxNetworkRetries?: number; timeout?: number }): Stripe;
  control(path: string, input?: unknown): Promise<unknown>;
  received: Received[];
  /** Statuses of the application's next answers; 200 when the list is used up. */
  answers: number[];
  /** Resolves once the application has received enough for the condition. */
  until(condition: (received: Received[]) => boolean): Promise<Received[]>;
  /** Types of the events received so far. */
  types(): string[];
};

/** Starts everything on free ports. `dataDir` keeps the state in files. */
export async function startTestEmulators(dataDir?: string): Promise<TestEmulators> {
  const received: Received[] = [];
  const answers: number[] = [];
  const waiting = new Set<() => void>();
  const app = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        url: new URL(request.url ?? '', 'http://127.0.0.1'),
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(answers.shift() ?? 200).end();
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const running = await startEmulators({
    port: 0,
    smtpPort: 0,
    dataDir,
    appUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    stripeWebhookSecret: WEBHOOK_SECRET,
    stripeWebhookEvents: undefined,
    mercadoPago: {
      co: { accessToken: 'TEST-co', webhookSecret: 'secret-co' },
      mx: { accessToken: 'TEST-mx', webhookSecret: 'secret-mx' },
    },
  });

  return {
    ...running,
    received,
    answers,
    stripe: (account = 'emulator', options = {}) =>
      new Stripe(`sk_test_${account}`, {
        host: '127.0.0.1',
        port: running.port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
        ...options,
      }),
    async control(path, input = {}) {
      const response = await fetch(`${running.url}/control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const body: unknown = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(body));
      return body;
    },
    until(condition) {
      return new Promise((resolve) => {
        const check = () => {
          if (!condition(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      });
    },
    types: () => received.map(({ body }) => JSON.parse(body).type),
    async close() {
      await running.close();
      app.closeAllConnections();
      await new Promise((resolve) => app.close(resolve));
    },
  };
}

/** The Stripe error that a call ends with; fails the test if the call succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (cause) {
    if (cause instanceof Stripe.errors.StripeError) return cause;
    throw cause;
  }
  throw new Error('The call succeeded, an error was expected.');
}
