import { describe, expect, test, vi } from 'vitest';
import { newDataKey } from './env/data-keys.ts';
import { VARIABLE_NAMES } from './env/variables.ts';
import { EnvError, env, loadEnv, reloadEnv, unservableReason } from './env.ts';

const CARDS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const LIVE_CARDS = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_h4Vd9sQ2mX7bLr0KtZ5w',
  PUBLIC_BASE_URL: 'https://give.example.org',
};
const LIVE_WALLET = {
  MERCADO_PAGO_MX_ACCESS_TOKEN: 'APP_USR-1',
  MERCADO_PAGO_MX_WEBHOOK_SECRET: '9f2c41d7be0836a5',
  PUBLIC_BASE_URL: 'https://give.example.org',
};

/** The problems of a refused environment, one sentence each. */
function problemsOf(source: Record<string, string>): string[] {
  try {
    loadEnv(source);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    for (const problem of error.problems) expect(error.message).toContain(problem);
    return error.problems;
  }
  return [];
}

/** The names of the refused variables, in order. */
function refused(source: Record<string, string>): string[] {
  return problemsOf(source).map((problem) => /^\S+/.exec(problem)?.[0] ?? '');
}

test('everything has a working default', () => {
  expect(loadEnv({})).toMatchObject({
    port: 3000,
    dataDir: '.data',
    publicBaseUrl: 'http://localhost:3000',
    trustedProxies: [],
    checkoutLinkTtlSeconds: 86_400,
    rateLimits: { clientPer10s: 10_000, addressPer10s: 2_000, failedAuthPer10s: 300, linkPer10s: 300 },
    gatewayMode: 'emulators',
    live: false,
    qaDeck: true,
    emulatorPort: 3001,
  });
  expect(loadEnv({})).not.toHaveProperty('databaseUrl');
});

test('a database of the owner without one of the service is refused: the service would start an empty one of its own', () => {
  const DATABASE_OWNER_URL = 'postgresql://app@127.0.0.1:5432/app';
  expect(refused({ DATABASE_OWNER_URL })).toEqual(['DATABASE_URL']);
  expect(refused({ DATABASE_OWNER_URL, DATABASE_URL: 'postgresql://app_service@127.0.0.1:5432/app' })).toEqual([]);
});

test('withdrawals have limits for every currency, each of which can be set', () => {
  const { withdrawals } = loadEnv({ WITHDRAWAL_DAILY_LIMIT: 'USD=2000,COP=8000000' });
  expect(withdrawals.dailyLimit).toMatchObject({ USD: 2000, COP: 8_000_000, EUR: 900 });
  expect(withdrawals.approvalThreshold).toMatchObject({ USD: 500, COP: 2_000_000 });
  expect(loadEnv({ WITHDRAWAL_APPROVAL_THRESHOLD: 'USD=0' }).withdrawals.approvalThreshold.USD).toBe(0);
  expect(refused({ WITHDRAWAL_DAILY_LIMIT: '1000', WITHDRAWAL_APPROVAL_THRESHOLD: 'JPY=5' })).toEqual([
    'WITHDRAWAL_DAILY_LIMIT',
    'WITHDRAWAL_APPROVAL_THRESHOLD',
  ]);
});

test('two staff members are required above an amount for every currency, unless one is declared to be enough', () => {
  expect(loadEnv({})).toMatchObject({ allowSingleStaff: false, refundApprovalThreshold: { USD: 500 } });
  const set = loadEnv({ ALLOW_SINGLE_STAFF: 'on', REFUND_APPROVAL_THRESHOLD: 'USD=20' });
  expect(set).toMatchObject({ allowSingleStaff: true, refundApprovalThreshold: { USD: 20, COP: 2_000_000 } });
  expect(refused({ ALLOW_SINGLE_STAFF: 'yes', REFUND_APPROVAL_THRESHOLD: '20' })).toEqual([
    'REFUND_APPROVAL_THRESHOLD',
    'ALLOW_SINGLE_STAFF',
  ]);
});

test('the public address and the emulators follow the port', () => {
  const env = loadEnv({ PORT: '4000' });
  expect(env.publicBaseUrl).toBe('http://localhost:4000');
  expect(env.stripe.apiBase).toBe('http://localhost:4001');
  expect(env.mercadoPago.co?.apiBase).toBe('http://localhost:4001/mercado-pago/co');
  expect(env.mercadoPago.mx?.apiBase).toBe('http://localhost:4001/mercado-pago/mx');
});

test('an empty variable counts as unset; a slash at the end of an address is dropped', () => {
  const env = loadEnv({
    PORT: '',
    STRIPE_SECRET_KEY: '',
    PUBLIC_BASE_URL: 'https://give.example.org/',
    EMULATORS: 'on',
  });
  expect(env).toMatchObject({ port: 3000, publicBaseUrl: 'https://give.example.org' });
});

test.each([
  ['HTTPS://Give.Example.ORG', 'https://give.example.org'],
  ['https://give.example.org:443/', 'https://give.example.org'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('the address of the service is written as browsers write it: %s', (given, publicBaseUrl) => {
  expect(loadEnv({ PUBLIC_BASE_URL: given, EMULATORS: 'on' })).toMatchObject({ publicBaseUrl });
});

test('traces are off without an endpoint; with one, all links are traced, or a part of them', () => {
  expect(loadEnv({ OTEL_TRACES_SAMPLER_ARG: '0.5' })).not.toHaveProperty('traces');
  const endpoint = 'http://localhost:4318';
  const tracesOf = (set: Record<string, string>) =>
    loadEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, ...set }).traces;
  expect(tracesOf({})).toEqual({ endpoint, serviceName: 'fundraising', ratio: 1 });
  for (const [text, ratio] of [
    ['0', 0],
    ['0.05', 0.05],
    ['.5', 0.5],
    ['1.0', 1],
  ] as const)
    expect(tracesOf({ OTEL_TRACES_SAMPLER_ARG: text, OTEL_SERVICE_NAME: 'gifts' })).toEqual({
      endpoint,
      serviceName: 'gifts',
      ratio,
    });
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318.',
  ]);
  for (const text of ['1.01', '-1', '5%', 'half', '1e-1', ' '])
    expect(problemsOf({ OTEL_TRACES_SAMPLER_ARG: text })).toEqual([
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05 for one link in twenty.',
    ]);
});

test('names every bad variable at once', () => {
  const bad = {
    PORT: 'http',
    PUBLIC_BASE_URL: 'example.org',
    DATABASE_URL: 'mysql://localhost/x',
    TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
    CHECKOUT_LINK_TTL_SECONDS: '0',
    RATE_LIMIT_CLIENT_PER_10S: '-1',
    RATE_LIMIT_ADDRESS_PER_10S: '1.5',
    RATE_LIMIT_LINK_PER_10S: 'many',
    RATE_LIMIT_WINDOW_SECONDS: '0',
    REDIS_URL: 'localhost:6379',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    OTEL_SERVICE_NAME: 'x'.repeat(256),
    OTEL_TRACES_SAMPLER_ARG: '2',
    SMTP_URL: 'mail',
    LOG_LEVEL: 'loud',
    SANDBOX_BASE_URL: 'ftp://sandbox.example.org',
    SUPPORT_EMAIL: 'help at example.org',
    TERMS_URL: 'example.org/terms',
    PRIVACY_URL: 'ftp://example.org',
    SERVICE_NAME: 'x'.repeat(61),
    STRIPE_SECRET_KEY: 'pk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'sk_test_1',
    STRIPE_API_BASE: 'localhost',
    MERCADO_PAGO_CO_WEBHOOK_SECRET: 'without a token',
    EMULATOR_PORT: '70000',
    EMULATORS: 'maybe',
  };
  expect(new Set(refused(bad))).toEqual(
    new Set([
      ...Object.keys(bad).filter((name) => name !== 'MERCADO_PAGO_CO_WEBHOOK_SECRET'),
      'MERCADO_PAGO_CO_ACCESS_TOKEN',
    ]),
  );
});

test.each(['SERVICE_NAME', 'TERMS_VERSION', 'PAYOUT_NAME', 'OTEL_SERVICE_NAME'])('%s is one line', (name) => {
  expect(refused({ [name]: 'Casa\nAbierta' })).toEqual([name]);
});

test('white space around a value is no part of it', () => {
  const { stripe, mercadoPago, smtpUrl } = loadEnv({
    STRIPE_SECRET_KEY: 'sk_test_1\n',
    STRIPE_PUBLISHABLE_KEY: ' pk_test_1 ',
    STRIPE_WEBHOOK_SECRET: 'whsec_1\r\n',
    MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1\n',
    SMTP_URL: 'smtp://host:25\n',
  });
  expect(stripe.accounts.default).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecrets: ['whsec_1'],
  });
  expect([mercadoPago.co?.accessToken, smtpUrl]).toEqual(['TEST-1', 'smtp://host:25']);
});

const BADLY_COPIED: readonly [name: string, values: string[]][] = [
  ['STRIPE_SECRET_KEY', ['"sk_test_1"', 'sk_test_1 2', "sk_test_'1'", 'sk_test_']],
  ['STRIPE_PUBLISHABLE_KEY', ['"pk_test_1"', 'pk_test_1\n2']],
  ['STRIPE_WEBHOOK_SECRET', ['"whsec_1"', 'whsec_1, whsec 2']],
  ['MERCADO_PAGO_CO_ACCESS_TOKEN', ['TEST-1 2', '"TEST-1"', 'TEST-']],
  ['MERCADO_PAGO_MX_WEBHOOK_SECRET', ['"secret"']],
  // Of no country, and not in capitals.
  ['STRIPE_XX_SECRET_KEY', ['sk_test_1']],
  ['STRIPE_mx_SECRET_KEY', ['sk_test_1']],
];

test.each(BADLY_COPIED)('a badly copied %s is refused', (name, values) => {
  const others = { MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-1', [name.replace('SECRET', 'PUBLISHABLE')]: 'pk_test_1' };
  for (const value of values) expect(refused({ ...CARDS, ...others, [name]: value })).toContain(name);
});

test.each([
  'donations',
  'Donations <donations>',
  '"Donations <d@example.org>"',
  'Donations <d@example.org>\r\nBcc: x@example.org',
  'a@example.org, b@example.org',
  'Casa, Abierta <d@example.org>',
  'd@example.org>',
])('mail never comes from %j', (sender) => {
  expect(refused({ MAIL_FROM: sender })).toEqual(['MAIL_FROM']);
});

test.each([
  'd@example.org',
  'Donations <donations@localhost>',
  '"Casa, Abierta" <d@example.org>',
  'Fundación Año Nuevo <d@example.org>',
  '<d@example.org>',
])('mail can come from %j', (sender) => {
  expect(loadEnv({ MAIL_FROM: sender }).mailFrom).toBe(sender);
});

test('an address without a host is refused, and two servers at one port', () => {
  for (const url of ['smtp://', 'smtp:h:25', 'smtp:///x']) expect(refused({ SMTP_URL: url })).toEqual(['SMTP_URL']);
  expect(refused({ REDIS_URL: 'redis:6379' })).toEqual(['REDIS_URL']);
  expect(refused({ PORT: '4000', EMULATOR_PORT: '4000' })).toEqual(['EMULATOR_PORT']);
});

test('says in one plain sentence what each bad variable must be', () => {
  const bad = {
    PORT: '70000',
    RATE_LIMIT_LINK_PER_10S: '1.5',
    LOG_LEVEL: 'loud',
    EMULATORS: 'maybe',
    PUBLIC_BASE_URL: 'example.org',
    DATABASE_URL: 'mysql://root:hunter2@localhost/x',
    TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
    WITHDRAWAL_DAILY_LIMIT: '1000',
  };
  expect(problemsOf(bad)).toEqual([
    'PORT must be a whole number from 1 to 65535, not "70000".',
    'PUBLIC_BASE_URL must be an address such as https://give.example.org.',
    'DATABASE_URL must be an address such as postgresql://user:password@host:5432/name.',
    'TRUSTED_PROXIES must be IP addresses and CIDR ranges with commas between them, which "nonsense" is not.',
    'RATE_LIMIT_LINK_PER_10S must be a whole number from 1 to 1000000000, not "1.5".',
    'WITHDRAWAL_DAILY_LIMIT must be amounts such as USD=1000,COP=4000000, which "1000" is not one of.',
    'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud".',
    'EMULATORS must be on or off, not "maybe".',
  ]);
});

test.each([
  'https://user@give.example.org',
  'https://user:hunter2@give.example.org',
  'https://give.example.org?a=b',
  'https://give.example.org/?',
  'https://give.example.org/#top',
  'http://localhost:3000/?x',
  'https://give.example.org/v1',
  'https://give.example.org//checkout/',
])('PUBLIC_BASE_URL and SANDBOX_BASE_URL are never %s, with any keys or none', (url) => {
  for (const keys of [{}, CARDS, LIVE_CARDS])
    expect(refused({ ...keys, PUBLIC_BASE_URL: url, SANDBOX_BASE_URL: url })).toEqual(
      expect.arrayContaining(['PUBLIC_BASE_URL', 'SANDBOX_BASE_URL']),
    );
  expect(() => loadEnv({ PUBLIC_BASE_URL: url })).not.toThrow('hunter2');
});

test('an address of the service with a path is refused, because nothing would be found below it', () => {
  expect(problemsOf({ PUBLIC_BASE_URL: 'https://give.example.org/v1' })).toEqual([
    'PUBLIC_BASE_URL must have no path: pages, API and webhooks are at the root of the host.',
  ]);
});

test('explains every problem of the environment to a person', () => {
  const source: Record<string, string> = { EMULATORS: 'on', STRIPE_API_BASE: 'x', PORT: '65535' };
  for (const name of VARIABLE_NAMES) source[name] ??= 'x';
  const problems = [...problemsOf(source), ...problemsOf({ STRIPE_SECRET_KEY: 'sk_live_1' })];
  expect(problems.length).toBeGreaterThan(20);
  for (const problem of problems) {
    expect(problem).toMatch(/^\w+ must (not )?(be|begin|have) .*\.$|^\w+ must be set .*\.$/);
    expect(problem).not.toMatch(/Invalid|expected|received|NaN|undefined/);
  }
});

describe('live keys', () => {
  test('a key of encryption is 32 random bytes', () => {
    expect(problemsOf({ DATA_ENCRYPTION_KEY: newDataKey() })).toEqual([]);
    expect(problemsOf({ DATA_ENCRYPTION_KEY: 'short' })).toEqual([
      'DATA_ENCRYPTION_KEY must be 32 bytes as base64, or several as id:base64,id:base64 with the newest first.',
    ]);
  });

  test('with their webhook secret they serve donors', () => {
    expect(loadEnv(LIVE_CARDS)).toMatchObject({
      gatewayMode: 'real',
      live: true,
    });
    expect(loadEnv(CARDS)).toMatchObject({ gatewayMode: 'real', live: false });
  });

  test('without their webhook secret they are refused', () => {
    expect(refused({ ...LIVE_CARDS, STRIPE_WEBHOOK_SECRET: '' })).toEqual(['STRIPE_WEBHOOK_SECRET']);
    expect(refused({ ...LIVE_WALLET, MERCADO_PAGO_MX_WEBHOOK_SECRET: '' })).toEqual(['MERCADO_PAGO_MX_WEBHOOK_SECRET']);
  });

  test('a restricted key counts as live', () => {
    expect(refused({ ...LIVE_CARDS, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: '' })).toEqual([
      'STRIPE_WEBHOOK_SECRET',
    ]);
  });

  test('are only sent to the gateway’s own address', () => {
    expect(
      refused({
        ...LIVE_CARDS,
        STRIPE_API_BASE: 'http://localhost:1',
        STRIPE_JS_URL: 'http://localhost:1/s.js',
      }),
    ).toEqual(['STRIPE_API_BASE', 'STRIPE_JS_URL']);
    expect(refused({ ...LIVE_WALLET, MERCADO_PAGO_MX_API_BASE: 'http://localhost:1' })).toEqual([
      'MERCADO_PAGO_MX_API_BASE',
    ]);
    expect(refused({ ...CARDS, STRIPE_API_BASE: 'http://localhost:1' })).toEqual([]);
  });

  test('are not mixed with test keys in one account', () => {
    expect(refused({ ...LIVE_CARDS, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual(['STRIPE_PUBLISHABLE_KEY']);
  });

  test('are not mixed with test keys of other accounts and gateways: every test key is named', () => {
    const mixed = {
      ...LIVE_CARDS,
      STRIPE_MX_SECRET_KEY: 'sk_test_mx',
      STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_mx',
      MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1',
    };
    expect(problemsOf(mixed)).toEqual([
      'STRIPE_MX_SECRET_KEY must be a live key, as STRIPE_SECRET_KEY is: live and test keys are never mixed.',
      'MERCADO_PAGO_CO_ACCESS_TOKEN must be a live key, as STRIPE_SECRET_KEY is: live and test keys are never mixed.',
    ]);
    expect(refused({ ...LIVE_CARDS, ...LIVE_WALLET })).toEqual([]);
    expect(refused({ ...CARDS, MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1' })).toEqual([]);
  });
});

describe('a Mercado Pago token that begins with APP_USR-', () => {
  test('is live with test keys of the card processor, which are refused with the setting that a test user needs', () => {
    expect(problemsOf({ ...CARDS, ...LIVE_WALLET })).toEqual([
      'STRIPE_SECRET_KEY must be a live key, as MERCADO_PAGO_MX_ACCESS_TOKEN is: live and test keys are never mixed ' +
        "(for a test user's token, set MERCADO_PAGO_MX_MODE=test).",
    ]);
  });

  test('is a test key if declared to be a test user’s, and then never allowed with a live key', () => {
    const testUser = { MERCADO_PAGO_MX_ACCESS_TOKEN: 'APP_USR-1', MERCADO_PAGO_MX_MODE: 'test' };
    expect(loadEnv({ ...CARDS, ...testUser })).toMatchObject({
      live: false,
      mercadoPago: { mx: { mode: 'test' } },
    });
    expect(refused({ ...LIVE_CARDS, ...testUser })).toEqual(['MERCADO_PAGO_MX_ACCESS_TOKEN']);
  });

  test('is distinguished from other tokens, and from one that can only be a test token', () => {
    expect(refused({ MERCADO_PAGO_CO_ACCESS_TOKEN: 'sk_live_1' })).toEqual(['MERCADO_PAGO_CO_ACCESS_TOKEN']);
    expect(refused({ MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1', MERCADO_PAGO_CO_MODE: 'live' })).toEqual([
      'MERCADO_PAGO_CO_MODE',
    ]);
  });
});

describe('accounts', () => {
  test('a country’s own card account can be added to the default one', () => {
    const env = loadEnv({
      ...CARDS,
      STRIPE_MX_SECRET_KEY: 'sk_test_mx',
      STRIPE_MX_PUBLISHABLE_KEY: 'pk_test_mx',
      STRIPE_MX_WEBHOOK_SECRET: 'whsec_mx',
    });
    expect(env.stripe.accounts).toEqual({
      default: { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [] },
      mx: { secretKey: 'sk_test_mx', publishableKey: 'pk_test_mx', webhookSecrets: ['whsec_mx'] },
    });
  });

  test('a webhook secret that is being changed is two, the newest first', () => {
    const env = loadEnv({ ...CARDS, STRIPE_WEBHOOK_SECRET: ' whsec_new,whsec_old, ' });
    expect(env.stripe.accounts.default?.webhookSecrets).toEqual(['whsec_new', 'whsec_old']);
    const wallet = { MERCADO_PAGO_MX_ACCESS_TOKEN: 'TEST-1', MERCADO_PAGO_MX_WEBHOOK_SECRET: 'new,old' };
    expect(loadEnv(wallet).mercadoPago.mx?.webhookSecrets).toEqual(['new', 'old']);
    // With a live key, commas alone are no secret.
    const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(refused({ ...live, STRIPE_WEBHOOK_SECRET: ' , ' })).toContain('STRIPE_WEBHOOK_SECRET');
  });

  test('an incomplete account is refused, naming its own variables', () => {
    expect(refused({ STRIPE_CO_SECRET_KEY: 'sk_live_1' })).toEqual(
      expect.arrayContaining(['STRIPE_CO_PUBLISHABLE_KEY', 'STRIPE_CO_WEBHOOK_SECRET']),
    );
  });

  test('with any real key set, rails without keys do not exist', () => {
    const env = loadEnv(CARDS);
    expect(env.mercadoPago).toEqual({});
    expect(loadEnv({ MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1' })).toMatchObject({
      gatewayMode: 'real',
      stripe: { accounts: {} },
      mercadoPago: { co: { accessToken: 'TEST-1', apiBase: 'https://api.mercadopago.com', mode: 'test' } },
    });
  });
});

describe('the emulators', () => {
  test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://127.1.2.3', 'http://[::1]:3000'])(
    'serve at %s',
    (address) => {
      expect(loadEnv({ PUBLIC_BASE_URL: address }).gatewayMode).toBe('emulators');
    },
  );

  test.each(['https://give.example.org', 'http://localhost.example.org', 'http://10.0.0.1'])(
    'do not serve donors at %s unless declared',
    (address) => {
      const closed = loadEnv({ PUBLIC_BASE_URL: address });
      expect(closed.gatewayMode).toBe('none');
      expect(closed.stripe.accounts).toEqual({});
      expect(unservableReason(closed)).toMatch(/STRIPE_SECRET_KEY/);
      const open = loadEnv({ PUBLIC_BASE_URL: address, EMULATORS: 'on' });
      expect(open.gatewayMode).toBe('emulators');
      expect(unservableReason(open)).toBeUndefined();
    },
  );

  test('can be switched off', () => {
    expect(loadEnv({ EMULATORS: 'off' }).gatewayMode).toBe('none');
  });

  test('are never mixed with real keys', () => {
    expect(refused({ ...CARDS, EMULATORS: 'on' })).toEqual(['EMULATORS']);
    expect(loadEnv(CARDS).stripe).toEqual({ accounts: { default: expect.anything() } });
  });

  test('need a port of their own', () => {
    expect(refused({ PORT: '65535' })).toEqual(['EMULATOR_PORT']);
    expect(loadEnv({ PORT: '65535', EMULATOR_PORT: '4000' }).emulatorPort).toBe(4000);
  });
});

test('an invalid signing key for receipts is named, and not repeated', () => {
  expect(refused({ RECEIPT_SIGNING_KEY: 'c2VjcmV0' })).toEqual(['RECEIPT_SIGNING_KEY']);
  expect(() => loadEnv({ RECEIPT_SIGNING_KEY: 'c2VjcmV0' })).not.toThrow('c2VjcmV0');
});

test('a secret for sign-in that is too short to be random is named, and not repeated', () => {
  expect(refused({ AUTH_SECRET: 'hunter2' })).toEqual(['AUTH_SECRET']);
  expect(() => loadEnv({ AUTH_SECRET: 'hunter2' })).not.toThrow('hunter2');
  expect(loadEnv({ AUTH_SECRET: 'x'.repeat(32) }).authSecret).toHaveLength(32);
  expect(loadEnv({})).not.toHaveProperty('authSecret');
});

test('what the console completes after its flags were checked is read', () => {
  vi.stubEnv('DATABASE_URL', undefined);
  expect(env().databaseUrl).toBeUndefined();
  vi.stubEnv('DATABASE_URL', 'postgresql://app@127.0.0.1:5432/app');
  reloadEnv();
  expect(env().databaseUrl).toBe('postgresql://app@127.0.0.1:5432/app');
  vi.unstubAllEnvs();
});
