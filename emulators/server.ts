import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Clock, createClock } from './clock.ts';
import { createControl } from './control.ts';
import { createDispatch } from './dispatch.ts';
import type { EmulatorContext } from './emulator.ts';
import type { EmulatorSettings } from './env.ts';
import { openMailbox } from './mailbox/mailbox.ts';
import { createMercadoPagoEmulator } from './mercado-pago/emulator.ts';
import { createRandom } from './random.ts';
import { createRequestLog } from './request-log.ts';
import { openStore, type Store } from './store.ts';
import { createStripeEmulator } from './stripe/emulator.ts';
import { createWebhookSender } from './webhooks/sender.ts';

/** The running emulators. */
export type RunningEmulators = {
  port: number;
  smtpPort: number;
  /** `http://localhost:PORT`. */
  url: string;
  context: EmulatorContext;
  close(): Promise<void>;
};

/**
 * Starts all emulators in this process: HTTP on 127.0.0.1 and, where the machine has it, ::1; SMTP on 127.0.0.1.
 * Rejects when a port is taken.
 */
export async function startEmulators(settings: EmulatorSettings): Promise<RunningEmulators> {
  const store = openStore(settings.dataDir);
  const clock = openClock(store);
  const log = createRequestLog(clock);
  const random = createRandom();
  const webhooks = createWebhookSender(clock, store);
  let fetch: Parameters<typeof getRequestListener>[0] = () => new Response(null, { status: 503 });
  const listener = getRequestListener((request, bindings) => fetch(request, bindings));
  const { servers, port } = await listen(settings.port, listener);
  const url = `http://localhost:${port}`;
  const context = {
    clock,
    store,
    log,
    webhooks,
    random: random.next,
    publicUrl: url,
    appUrl: settings.appUrl,
  };

  const mailbox = await openMailbox(context, settings.smtpPort);
  const emulators = [
    createStripeEmulator(context, {
      webhookSecret: settings.stripeWebhookSecret,
      enabledEvents: settings.stripeWebhookEvents,
    }),
    createMercadoPagoEmulator(context, mercadoPagoOptions(settings, 'co', 'MCO')),
    createMercadoPagoEmulator(context, mercadoPagoOptions(settings, 'mx', 'MLM')),
    mailbox.emulator,
  ];
  const control = createControl({ context, emulators, random });
  fetch = createDispatch({ emulators, control, log, smtpPort: mailbox.smtpPort });

  return {
    port,
    smtpPort: mailbox.smtpPort,
    url,
    context,
    async close() {
      clock.close();
      await Promise.all([...servers.map(stop), mailbox.close()]);
      store.close();
    },
  };
}

function mercadoPagoOptions(settings: EmulatorSettings, country: 'co' | 'mx', site: 'MCO' | 'MLM') {
  const name = `mercado-pago-${country}`;
  const webhookUrl = `${settings.appUrl}/webhooks/${name}`;
  return { name, site, prefix: `/mercado-pago/${country}`, webhookUrl, ...settings.mercadoPago[country] };
}

/** The clock's offset is part of the state: after a restart virtual time is still ahead. */
function openClock(store: Store): Clock {
  const kept = store.collection<number>('clock');
  return createClock(kept.get('offsetMs'), (offsetMs) => kept.set('offsetMs', offsetMs));
}

type Listener = ReturnType<typeof getRequestListener>;

/** `localhost` is 127.0.0.1 for some clients and ::1 for others, so both answer on the same port. */
async function listen(wanted: number, listener: Listener): Promise<{ servers: Server[]; port: number }> {
  const first = await bind('127.0.0.1', wanted, listener);
  const { port } = first.address() as AddressInfo;
  try {
    return { servers: [first, await bind('::1', port, listener)], port };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return { servers: [first], port };
    await stop(first);
    if (wanted === 0) return listen(0, listener);
    throw cause;
  }
}

function bind(host: string, port: number, listener: Listener): Promise<Server> {
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(server));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
