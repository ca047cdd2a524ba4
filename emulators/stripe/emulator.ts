import type { Emulator, EmulatorContext } from '../emulator.ts';
import { createFailures } from '../failures.ts';
import { type AccountStore, type Behaviour, type Endpoint, openAccountStore } from './account-store.ts';
import { createApi } from './api.ts';
import { OWN_CURRENCY } from './balance.ts';
import { createStripeControl } from './control.ts';
import { createPages, type ScriptSwitch } from './pages.ts';
import { createSigner, recordEvent, SIGNATURES } from './webhooks.ts';

/** The account of `sk_test_emulator` and `pk_test_emulator`. */
const DEFAULT_ACCOUNT = 'emulator';

/**
 * Creates the Stripe emulator: `/v1/…` in Stripe's wire format, `/emu/…` for browsers.
 * @param options secret of the default account's webhook endpoint, `{appUrl}/webhooks/stripe`, and the types of events that
 * endpoints subscribe to by default: all where none are given.
 */
export function createStripeEmulator(
  context: EmulatorContext,
  options: { webhookSecret: string; enabledEvents: readonly string[] | undefined },
): Emulator {
  const { enabledEvents } = options;
  const failures = createFailures();
  const play: Behaviour = defaultBehaviour();
  const script: ScriptSwitch = { mode: 'ok', delayMs: 0, wallet: null };
  const endpoints = context.store.collection<Endpoint>('stripe:webhook_endpoints');
  const channel = context.webhooks.channel('stripe', createSigner(endpoints), { signatures: SIGNATURES });
  const books = new Map<string, AccountStore>();

  function storeOf(account: string): AccountStore {
    const known = books.get(account);
    if (known !== undefined) return known;
    const store = openAccountStore(context, account, play, (owner, event) =>
      recordEvent(owner, event, endpoints, channel),
    );
    books.set(account, store);
    return store;
  }

  function setDefaultEndpoint(): void {
    endpoints.set(DEFAULT_ACCOUNT, {
      url: `${context.appUrl}/webhooks/stripe`,
      secret: options.webhookSecret,
      ...(enabledEvents && { events: enabledEvents }),
    });
  }

  function reset(): void {
    failures.clear();
    Object.assign(play, defaultBehaviour());
    Object.assign(script, { mode: 'ok', delayMs: 0, wallet: null } satisfies ScriptSwitch);
    for (const store of books.values()) clearBook(store);
    endpoints.clear();
    setDefaultEndpoint();
  }

  setDefaultEndpoint();
  const api = createApi({ context, failures, storeOf });
  const pages = createPages({ context, storeOf, script });
  return {
    name: 'stripe',
    prefix: '',
    handle: (request, url) => (url.pathname.startsWith('/v1/') ? api(request, url) : pages(request, url)),
    control: createStripeControl({
      storeOf,
      channel,
      endpoints,
      failures,
      play,
      script,
      reset,
      enabledEvents,
    }),
  };
}

function defaultBehaviour(): Behaviour {
  return { refunds: 'succeeded', processing: false, limits: {}, settlement: OWN_CURRENCY, live: [] };
}

function clearBook(store: AccountStore): void {
  for (const part of Object.values(store)) {
    if (typeof part === 'object' && 'clear' in part && typeof part.clear === 'function') part.clear();
  }
}
