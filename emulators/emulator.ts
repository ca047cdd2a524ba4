import type { Clock } from './clock.ts';
import type { RequestLog } from './request-log.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** The dependencies of every emulator. Time, randomness and state come from here and nowhere else. */
export type EmulatorContext = {
  clock: Clock;
  store: Store;
  log: RequestLog;
  webhooks: WebhookSender;
  /** 24 characters of [A-Za-z0-9]; a repeatable sequence after `POST /control/ids {seed}`. */
  random: () => string;
  /** Where browsers reach the emulators: `http://localhost:4001`, no slash at the end. */
  publicUrl: string;
  /** Where the application is: PUBLIC_BASE_URL, no slash at the end. */
  appUrl: string;
};

/** An emulated gateway, mounted by server.ts. */
export type Emulator = {
  /** The name in `POST /control/{name}/{action}` and in the request log: `stripe`, `mercado-pago-co`. */
  name: string;
  /** Path prefix, `''` for the root: `/mercado-pago/co`. `url.pathname` still contains it. */
  prefix: string;
  /** Answers a request in the gateway's wire format. Throws ConnectionReset to close the connection without an answer. */
  handle(request: Request, url: URL): Promise<Response>;
  /**
   * Executes one control action; its result is sent as JSON. Throws ControlError for an unknown action or bad input. Every
   * emulator has the action `reset`.
   */
  control(action: string, input: unknown): Promise<unknown>;
};

/** Thrown by a handler: the connection is closed without an answer. */
export class ConnectionReset extends Error {
  constructor() {
    super('The connection is reset on purpose.');
    this.name = 'ConnectionReset';
  }
}
