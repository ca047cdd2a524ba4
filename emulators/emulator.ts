import type { Clock } from './clock.ts';
import type { RequestLog } from './request-log.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What every emulator is given. Time, randomness and state come from here and from nowhere else. */
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

/** One gateway in miniature, mounted by main.ts. */
export type Emulator = {
  /** The name in `POST /control/{name}/{action}` and in the request log: `stripe`, `mercado-pago-co`. */
  name: string;
  /** Path below which it answers, `''` for the root: `/mercado-pago/co`. `url.pathname` still carries it. */
  prefix: string;
  /** Answers a request in the gateway's own wire format. Throws ConnectionReset to hang up without an answer. */
  handle(request: Request, url: URL): Promise<Response>;
  /**
   * Executes one control action; what it answers is sent as JSON.
   * Throws ControlError for an unknown action or a bad input. `reset` must be known to every emulator.
   */
  control(action: string, input: unknown): Promise<unknown>;
};

/** Thrown by a handler: the base destroys the socket, the caller sees a reset connection. */
export class ConnectionReset extends Error {
  constructor() {
    super('The connection is reset on purpose.');
    this.name = 'ConnectionReset';
  }
}

/** A mistake in a call of the control API: answered with status 400 and this message. */
export class ControlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ControlError';
  }
}
