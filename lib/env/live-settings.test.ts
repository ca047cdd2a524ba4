import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadEnv } from '#lib/env.ts';
import { envProblems } from '#testing/env-problems.ts';

const LIVE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_h4Vd9sQ2mX7bLr0KtZ5w',
  PUBLIC_BASE_URL: 'https://give.example.org',
  DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  MAIL_FROM: 'Donations <donations@give.example.org>',
};
const TEST = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const PASSWORD = 'u7Kq-2mXv_Rb94Tz';

/** The problems of settings with a live key, which must all name one variable; with test keys the settings are accepted. */
function expectRefused(settings: Record<string, string>, message: string | RegExp): void {
  const problems = envProblems({ ...LIVE, ...settings });
  expect(problems).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  expect(envProblems({ ...TEST, ...settings })).toEqual([]);
}

function expectTaken(settings: Record<string, string>): void {
  expect(envProblems({ ...LIVE, ...settings })).toEqual([]);
}

test('every setting that is unsafe with a live key is named at once, in one plain sentence that repeats no secret', () => {
  const unsafe = {
    STRIPE_WEBHOOK_SECRET: 'whsec_changeme',
    PUBLIC_BASE_URL: 'http://give.example.org',
    TRUSTED_PROXIES: '0.0.0.0/0',
    AUTH_SECRET: 'z'.repeat(32),
    SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true',
    DATABASE_URL: 'postgresql://app:hunter2@db.example.org/app',
    REDIS_URL: 'redis://cache.example.org',
    MERCADO_PAGO_CO_ACCESS_TOKEN: 'TEST-1',
    NODE_ENV: 'development',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    DATA_ENCRYPTION_KEY: Buffer.from('zzz: 32 characters, all readable').toString('base64'),
  };
  const problems = envProblems({ ...LIVE, ...unsafe });
  expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(new Set(Object.keys(unsafe)));
  for (const problem of problems) {
    expect(problem).toMatch(/^[A-Z_]+ must (not )?(be|begin|have) .*\.$/);
    expect(problem).not.toMatch(/changeme|hunter2|zzz/);
  }
});

test.each(['--insecure-http-parser', '--inspect', '--inspect-brk', '--tls-min-v1.0', '--tls-min-v1.1'])(
  'Node’s option %s is refused',
  (option) => {
    const message = new RegExp(`^NODE_OPTIONS must not have ${option} with a live key: `);
    expectRefused({ NODE_OPTIONS: option }, message);
    expectRefused({ NODE_OPTIONS: `--max-old-space-size=256 ${option}=0.0.0.0:9229` }, message);
  },
);

test('other options of Node are taken', () => {
  for (const NODE_OPTIONS of ['--max-old-space-size=256 --tls-min-v1.2', '--use-openssl-ca', '--inspector-like'])
    expectTaken({ NODE_OPTIONS });
});

test('the database is encrypted with a given key when there is a live key', () => {
  const { DATA_ENCRYPTION_KEY: _, ...live } = LIVE;
  expect(envProblems({ ...live, DATABASE_URL: 'postgresql://app@localhost/app' })).toEqual([
    expect.stringMatching(/^DATA_ENCRYPTION_KEY must be set/),
  ]);
  expect(envProblems(live)).toEqual([]);
  expect(envProblems({ ...TEST, DATABASE_URL: 'postgresql://app@localhost/app' })).toEqual([]);
});

test('the owner’s connection to the database is checked like the service’s', () => {
  const database = 'postgresql://app@localhost/app';
  expectRefused(
    { DATABASE_URL: database, DATABASE_OWNER_URL: `postgresql://owner:${PASSWORD}@db.example.org/app` },
    /^DATABASE_OWNER_URL must have sslmode=verify-full, .*ALLOW_PLAINTEXT_BACKENDS=on/,
  );
  expectRefused(
    {
      DATABASE_URL: database,
      DATABASE_OWNER_URL: 'postgresql://owner:password@db.example.org/app?sslmode=require',
    },
    'DATABASE_OWNER_URL must have a password that is not a placeholder with a live key.',
  );
});

test('a variable with several problems is named once', () => {
  const settings = {
    PUBLIC_BASE_URL: 'https://user@give.example.org',
    AUTH_SECRET: 'hunter2',
    DATABASE_URL: 'postgresql://app:password@db.example.org/app',
  };
  expect(envProblems({ ...LIVE, ...settings })).toEqual([
    'PUBLIC_BASE_URL must have no user name, password, query or fragment.',
    'AUTH_SECRET must have at least 32 characters, all random.',
    'DATABASE_URL must have a password that is not a placeholder with a live key.',
  ]);
});

test.each(['http://localhost:3000', 'https://localhost', 'https://127.9.9.9', 'https://[::1]'])(
  'PUBLIC_BASE_URL is not %s with a live key',
  (url) => {
    expectRefused({ PUBLIC_BASE_URL: url }, 'PUBLIC_BASE_URL must not be an address of this machine with a live key.');
  },
);

test.each(['https://0.0.0.0', 'https://[::]', 'https://10.0.0.5', 'https://give', 'https://give.internal'])(
  'PUBLIC_BASE_URL is not %s with a live key',
  (url) => {
    expectRefused({ PUBLIC_BASE_URL: url }, 'PUBLIC_BASE_URL must be a name that donors can open with a live key.');
  },
);

test('certificates are checked, and nothing is loosened for development, with a live key', () => {
  expectRefused({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED must not be 0 with a live key/);
  expectTaken({ NODE_TLS_REJECT_UNAUTHORIZED: '1' });
  expectRefused({ NODE_ENV: 'development' }, /^NODE_ENV must not be development with a live key/);
  expectTaken({ NODE_ENV: 'production' });
});

test('PUBLIC_BASE_URL is set, and https, with a live key', () => {
  expectRefused({ PUBLIC_BASE_URL: '' }, 'PUBLIC_BASE_URL must be set with a live key, to what donors open.');
  expectRefused(
    { PUBLIC_BASE_URL: 'http://give.example.org' },
    'PUBLIC_BASE_URL must be an https:// address with a live key.',
  );
});

test.each([
  '0.0.0.0/0',
  '10.0.0.1,::/0',
  '0.0.0.0/1, 128.0.0.0/1',
  '::ffff:0.0.0.0/96',
  '0.0.0.0/1',
  '128.0.0.0/1,0.0.0.0/2,64.0.0.0/3',
  '2000::/4',
])('TRUSTED_PROXIES does not include callers with a live key, as %s does', (ranges) => {
  expectRefused({ TRUSTED_PROXIES: ranges }, /^TRUSTED_PROXIES must not be a sixteenth of all addresses/);
});

test('the limits of ten seconds are those of ten seconds with a live key', () => {
  expectRefused(
    { RATE_LIMIT_WINDOW_SECONDS: '600' },
    'RATE_LIMIT_WINDOW_SECONDS must be 10 with a live key: the limits are those of ten seconds.',
  );
  expectTaken({ RATE_LIMIT_WINDOW_SECONDS: '10' });
});

test('proxies of a private network are trusted with a live key', () => {
  expectTaken({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7, fd00::/8' });
});

const weak = [
  ['x'.repeat(40), 'a pattern'],
  ['abcdefgh'.repeat(5), 'a pattern'],
  ['change-me-before-anybody-sees-this-1', 'a placeholder'],
  ['el-caballo-correcto-bateria-grapa-azul', 'a phrase of words'],
  [Buffer.from('el caballo correcto bateria grapa').toString('hex'), 'encoded text'],
] as const;

test.each(['AUTH_SECRET', 'STRIPE_WEBHOOK_SECRET'])('%s must be random with a live key', (name) => {
  for (const [secret, weakness] of weak)
    expectRefused({ [name]: secret }, `${name} must not be ${weakness} with a live key.`);
  expectTaken({ [name]: randomBytes(32).toString('hex') });
});

test('the webhook secrets of every account must be random with a live key', () => {
  const accounts = {
    STRIPE_MX_SECRET_KEY: 'sk_live_mx',
    STRIPE_MX_PUBLISHABLE_KEY: 'pk_live_mx',
    // The other one of the two is good.
    STRIPE_MX_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')},whsec_short`,
    MERCADO_PAGO_CO_ACCESS_TOKEN: 'APP_USR-1',
    MERCADO_PAGO_CO_WEBHOOK_SECRET: 'your-webhook-secret',
  };
  expect(envProblems({ ...LIVE, ...accounts })).toEqual([
    'STRIPE_MX_WEBHOOK_SECRET must not be shorter than 16 characters with a live key.',
    'MERCADO_PAGO_CO_WEBHOOK_SECRET must not be a placeholder with a live key.',
  ]);
});

test('RECEIPT_SIGNING_KEY must be random with a live key', () => {
  // PKCS#8 of an Ed25519 key is this prefix and 32 bytes (RFC 8410).
  const key = (seed: Buffer) =>
    Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]).toString('base64');
  expectRefused(
    { RECEIPT_SIGNING_KEY: key(Buffer.alloc(32, 7)) },
    'RECEIPT_SIGNING_KEY must not be a pattern with a live key.',
  );
  expectTaken({ RECEIPT_SIGNING_KEY: key(randomBytes(32)) });
});

test('DATA_ENCRYPTION_KEY must be random with a live key; one that only decrypts is kept', () => {
  const readable = Buffer.from('our donors money, in good hands.').toString('base64');
  const phrase = 'our+donations+are+safe+with+this+long+phras';
  expectRefused(
    { DATA_ENCRYPTION_KEY: readable },
    'DATA_ENCRYPTION_KEY must not begin with encoded text with a live key.',
  );
  expectRefused({ DATA_ENCRYPTION_KEY: phrase }, /^DATA_ENCRYPTION_KEY must not begin with a phrase/);
  expectTaken({ DATA_ENCRYPTION_KEY: `new:${randomBytes(32).toString('base64')},old:${readable}` });
});

test('a server on another machine needs a strong password with a live key', () => {
  expectRefused(
    { DATABASE_URL: 'postgresql://app:password@db.example.org/app?sslmode=verify-full' },
    'DATABASE_URL must have a password that is not a placeholder with a live key.',
  );
  expectRefused(
    { REDIS_URL: 'rediss://:abc@cache.example.org' },
    'REDIS_URL must have a password that is not shorter than 8 characters with a live key.',
  );
  expectTaken({ DATABASE_URL: 'postgresql://app@db.example.org/app?sslmode=verify-full&sslcert=own.pem' });
  expectTaken({ DATABASE_URL: 'postgresql://postgres:postgres@127.0.0.1/app' });
  expectTaken({ SMTP_URL: `smtps://app:100%25${PASSWORD}@mail.example.org` });
});

test.each(['ignoreTLS=true', 'requireTLS=false', 'tls.rejectUnauthorized=false', 'secure=false', 'opportunisticTLS=1'])(
  'mail does not leave this machine with %s and a live key',
  (option) => {
    const [name] = option.split('=');
    for (const scheme of ['smtp', 'smtps'])
      expectRefused(
        { SMTP_URL: `${scheme}://mail.example.org?${option}` },
        `SMTP_URL must be without ${name} with a live key: mail leaves this machine encrypted.`,
      );
    expectTaken({ SMTP_URL: `smtp://localhost?${option}` });
  },
);

test('mail to another machine requires TLS with a live key, and the sender gets that setting', () => {
  const needsTls = (source: Record<string, string>) => loadEnv(source).smtpNeedsTls;
  expect(needsTls({ ...LIVE, SMTP_URL: 'smtp://mail.example.org:587?pool=true' })).toBe(true);
  expect(needsTls({ ...LIVE, SMTP_URL: 'smtp://127.0.0.1:25' })).toBe(false);
  expect(needsTls({ ...TEST, SMTP_URL: 'smtp://mail.example.org' })).toBe(false);
  expect(needsTls(LIVE)).toBe(false);
});

test('mail with a live key comes from an address that takes replies, not from the default', () => {
  const { MAIL_FROM: _, ...live } = LIVE;
  const mail = { SMTP_URL: 'smtps://mail.example.org' };
  for (const sender of [{}, { MAIL_FROM: 'd@localhost' }, { MAIL_FROM: '"Casa, Abierta" <d@give.localhost>' }])
    expect(envProblems({ ...live, ...mail, ...sender })).toEqual([
      'MAIL_FROM must be set with a live key and SMTP_URL, to an address whose replies somebody reads.',
    ]);
  expectTaken({ ...mail, MAIL_FROM: 'd@give.example.org' });
  // Without a server of its own mail waits, and with test keys it may come from anywhere.
  expect(envProblems(live)).toEqual([]);
  expect(envProblems({ ...TEST, ...mail })).toEqual([]);
});

const plainDatabases = [
  'postgresql://db.example.org/app',
  'postgresql://db.example.org/app?sslmode=prefer',
  'postgresql://db.example.org/app?sslmode=no-verify',
  'postgresql://db.example.org/app?sslmode=verify-full&sslmode=disable',
  'postgresql://localhost/app?host=db.example.org',
  'postgresql://10.0.0.5/app?sslmode=disable',
];

test('the certificate of a database on another machine is checked with a live key', () => {
  const url = 'postgresql://db.example.org/app?uselibpqcompat=true&sslmode=';
  expectRefused({ DATABASE_URL: `${url}require` }, /^DATABASE_URL must have sslmode=verify-full beside uselibpqcompat/);
  expectTaken({ DATABASE_URL: `${url}verify-full` });
  expectTaken({ DATABASE_URL: `${url}require`, ALLOW_PLAINTEXT_BACKENDS: 'on' });
  expectTaken({ DATABASE_URL: 'postgresql://localhost/app?uselibpqcompat=true&sslmode=require' });
});

test.each(plainDatabases)('a database on another machine is not reached as %s with a live key', (url) => {
  expectRefused({ DATABASE_URL: url }, /^DATABASE_URL must have sslmode=verify-full, .*ALLOW_PLAINTEXT_BACKENDS=on/);
  expectTaken({ DATABASE_URL: url, ALLOW_PLAINTEXT_BACKENDS: 'on' });
});

test.each([
  'postgresql://db.example.org/app?sslmode=require',
  'postgresql://db.example.org/app?sslmode=verify-ca',
  'postgresql://db.example.org/app?sslmode=verify-full&sslrootcert=own.pem',
  'postgresql://localhost:5433/app',
  'postgresql://[::1]/app',
  'postgresql:///app?host=/var/run/postgresql',
  'postgresql://%2Fvar%2Frun%2Fpostgresql/app',
])('a database is reached as %s with a live key', (url) => {
  expectTaken({ DATABASE_URL: url });
});

test('what DATABASE_URL leaves to PGHOST, PGSSLMODE and PGPASSWORD is checked like what it says', () => {
  const bare = { DATABASE_URL: 'postgresql:///app' };
  const remote = { ...bare, PGHOST: 'db.example.org' };
  const needsTls = /^DATABASE_URL must have sslmode=verify-full, .*ALLOW_PLAINTEXT_BACKENDS=on/;
  expectRefused(remote, needsTls);
  expectRefused({ ...remote, PGSSLMODE: 'prefer' }, needsTls);
  expectRefused({ ...remote, DATABASE_URL: 'postgresql:///app?sslmode=disable', PGSSLMODE: 'verify-full' }, needsTls);
  expectRefused({ ...remote, DATABASE_URL: 'postgresql:///app?host=' }, needsTls);
  expectRefused(
    { ...remote, PGSSLMODE: 'verify-full', PGPASSWORD: 'abc' },
    /^DATABASE_URL must have a password that is not shorter/,
  );
  expectTaken({ ...remote, PGSSLMODE: 'verify-full' });
  expectTaken({ ...remote, DATABASE_URL: 'postgresql:///app?sslmode=require' });
  expectTaken({ ...remote, ALLOW_PLAINTEXT_BACKENDS: 'on' });
  expectTaken({ DATABASE_URL: 'postgresql://db.example.org/app', PGSSLMODE: 'verify-full' });
  for (const PGHOST of ['localhost', '/var/run/postgresql', '']) expectTaken({ ...bare, PGHOST });
  expectTaken({ DATABASE_URL: 'postgresql://localhost/app', PGHOST: 'db.example.org' });
});

test('a collector of traces on another machine is reached by TLS with a live key', () => {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const url = 'http://collector.example.org:4318';
  expectRefused(
    { [name]: url },
    /^OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:\/\/ .*ALLOW_PLAINTEXT_BACKENDS=on/,
  );
  expectTaken({ [name]: url, ALLOW_PLAINTEXT_BACKENDS: 'on' });
  expectTaken({ [name]: 'https://collector.example.org' });
  expectTaken({ [name]: 'http://127.0.0.1:4318' });
});

test('Redis on another machine is reached by TLS with a live key', () => {
  const url = 'redis://cache.example.org:6379';
  expectRefused({ REDIS_URL: url }, /^REDIS_URL must begin with rediss:\/\/ .*ALLOW_PLAINTEXT_BACKENDS=on/);
  expectRefused({ REDIS_URL: `${url}?host=localhost` }, /^REDIS_URL must begin/);
  expectTaken({ REDIS_URL: url, ALLOW_PLAINTEXT_BACKENDS: 'on' });
  expectTaken({ REDIS_URL: 'rediss://cache.example.org:6379' });
  expectTaken({ REDIS_URL: 'redis://127.0.0.1:6379' });
});
