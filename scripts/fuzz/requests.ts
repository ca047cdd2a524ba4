import fc, { type Arbitrary } from 'fast-check';
import type { AttackSurface, PageForm, Schema } from './attack-surface.ts';
import { bytes, formBytes, headers, jsonBytes, method, percentEncoded, segment, text, value } from './hostile.ts';
import type { WireRequest } from './wire.ts';

/** What requests to one address are made from. */
type RequestParts = {
  methods: string[];
  target: Arbitrary<string>;
  /** Headers that the address needs. */
  headers?: Arbitrary<[string, string][]>;
  body?: Arbitrary<Uint8Array>;
  mediaType?: string;
};

/** Valid bodies of the actions of our own pages, which OpenAPI does not describe. */
const PAGE_ACTIONS: Record<string, Record<string, unknown>> = {
  '/checkout/donation': {
    amount: 60_000,
    name: 'Ana',
    email: 'ana@example.org',
    anonymous: false,
    locale: 'es',
    method: 'card',
    website: '',
  },
  '/checkout/confirmation': {},
  '/checkout/redirect': {
    method: 'pse',
    bank: '1007',
    person: 'natural',
    document_type: 'CC',
    document: '1234567',
    email: 'ana@example.org',
  },
  '/qa': {},
};

/** Query parameters that pages read, besides those in their links. */
const PARAMETERS = [
  'ref',
  'lang',
  'pay',
  'back',
  'to',
  'next',
  'q',
  'from',
  'cursor',
  'after',
  'state',
  'page',
  'token',
  'error',
  'left',
  'gift',
  'amount',
  'result',
  'currency',
  '_rsc',
];

/** Every request that a run may send: valid requests to each known address, mutated in some place. */
export function requestsTo(surface: AttackSurface): Arbitrary<WireRequest> {
  return fc.oneof(
    { arbitrary: fc.oneof(...apiParts(surface).map(request)), weight: 10 },
    { arbitrary: fc.oneof(...pageActionParts(surface).map(request)), weight: 4 },
    { arbitrary: fc.oneof(...formParts(surface).map(request)), weight: 4 },
    { arbitrary: fc.oneof(...pageParts(surface).map(request)), weight: 4 },
    { arbitrary: fc.oneof(...webhookParts().map(request)), weight: 1 },
    { arbitrary: request(unknownAddresses()), weight: 1 },
  );
}

function request(parts: RequestParts): Arbitrary<WireRequest> {
  const own = parts.headers ?? fc.constant<[string, string][]>([]);
  const type = fc.constant<[string, string][]>(
    parts.mediaType === undefined ? [] : [['Content-Type', parts.mediaType]],
  );
  const body = parts.body ?? fc.oneof({ arbitrary: fc.constant(null), weight: 15 }, { arbitrary: bytes, weight: 1 });
  return fc
    .record({
      method: fc.oneof({ arbitrary: fc.constantFrom(...parts.methods), weight: 12 }, { arbitrary: method, weight: 1 }),
      target: parts.target,
      own: fc.oneof(
        { arbitrary: fc.tuple(own, type).map((both) => both.flat()), weight: 12 },
        { arbitrary: own, weight: 1 },
      ),
      more: headers,
      body,
      isTruncated: fc.oneof({ arbitrary: fc.constant(false), weight: 30 }, { arbitrary: fc.constant(true), weight: 1 }),
    })
    .map(({ own: needed, more, ...rest }) => ({ ...rest, headers: [...needed, ...more] }));
}

/** The endpoints of the OpenAPI document. */
function apiParts(surface: AttackSurface): RequestParts[] {
  const known: Record<string, string[]> = { id: surface.links, key: [surface.cause] };
  return Object.entries(surface.openApi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, { requestBody }]): RequestParts => {
      const schema = requestBody?.content['application/json']?.schema;
      return {
        methods: [name.toUpperCase()],
        target: fc.tuple(pathOf(path, known), query([])).map((both) => both.join('')),
        headers: fc.tuple(apiKey(surface), idempotencyKey).map((both) => both.flat()),
        ...(schema ? { body: jsonBytes(fromSchema(schema, surface)), mediaType: 'application/json' } : {}),
      };
    }),
  );
}

function apiKey({ key }: AttackSurface): Arbitrary<[string, string][]> {
  const right = fc.constantFrom<[string, string][]>([['X-API-Key', key]], [['Authorization', `Bearer ${key}`]]);
  const wrong = fc.constantFrom<[string, string][]>(
    [],
    [['X-API-Key', 'cause_live_0']],
    [
      ['X-API-Key', key],
      ['Authorization', 'Bearer x'],
    ],
  );
  return fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: wrong, weight: 1 });
}

const idempotencyKey: Arbitrary<[string, string][]> = fc.oneof(
  { arbitrary: fc.constant<[string, string][]>([]), weight: 3 },
  {
    arbitrary: fc.stringMatching(/^[a-f0-9]{1,4}$/).map((key): [string, string][] => [['Idempotency-Key', key]]),
    weight: 1,
  },
);

/** A value that the schema allows, with up to two mutations in each of its objects. */
function fromSchema(schema: Schema, surface: AttackSurface, name = ''): Arbitrary<unknown> {
  const { properties, additionalProperties } = schema;
  if (!properties)
    return additionalProperties
      ? fc.dictionary(text, fc.oneof(text, value), { maxKeys: 25 })
      : leaf(schema, surface, name);
  const members = Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, fromSchema(inner, surface, key)]),
  );
  const good = fc.record(members, { requiredKeys: schema.required ?? [] });
  return fc.tuple(good, mutations(Object.keys(properties))).map(mutate);
}

function leaf({ enum: choices, const: only, type }: Schema, surface: AttackSurface, name: string): Arbitrary<unknown> {
  const known: Record<string, unknown[]> = {
    cause: [surface.cause],
    amount: [1, 50_000, 1_000_000_000_000],
    currency: ['COP', 'COP', 'USD'],
    country: ['CO', 'mx', 'US'],
    email: ['ana@example.org', 'josé@example.org'],
    terms_accepted_at: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456+05:30'],
    terms_accepted_ip: ['203.0.113.7', '2001:db8::1'],
    phone: ['+573001234567'],
    fee_percent: [5, 0.0001],
  };
  const found = known[name] ?? (only === undefined ? choices : [only]);
  if (found) return fc.constantFrom(...found);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.integer();
  return name.endsWith('_url')
    ? fc.constant('https://partner.example/after')
    : fc.string({ minLength: 1, maxLength: 40 });
}

type Mutation = { key: string; to?: unknown }[];

function mutations(keys: string[]): Arbitrary<Mutation> {
  const key =
    keys.length > 0
      ? fc.oneof({ arbitrary: fc.constantFrom(...keys), weight: 8 }, { arbitrary: text, weight: 1 })
      : text;
  const one = fc.oneof(
    { arbitrary: fc.record({ key, to: value }), weight: 5 },
    { arbitrary: fc.record({ key }), weight: 1 },
  );
  return fc.oneof(
    { arbitrary: fc.constant<Mutation>([]), weight: 2 },
    { arbitrary: fc.array(one, { minLength: 1, maxLength: 2 }), weight: 3 },
  );
}

function mutate([good, changes]: [Record<string, unknown>, Mutation]): unknown {
  const members = new Map(Object.entries(good));
  for (const change of changes) {
    if ('to' in change) members.set(change.key, change.to);
    else members.delete(change.key);
  }
  return Object.fromEntries(members);
}

/** The actions that our own pages send as JSON. */
function pageActionParts(surface: AttackSurface): RequestParts[] {
  return Object.entries(PAGE_ACTIONS).map(([path, fields]) => ({
    methods: ['POST'],
    target: fc.constant(path),
    headers: fc.constant<[string, string][]>([
      ['Origin', surface.baseUrl],
      ['Sec-Fetch-Site', 'same-origin'],
    ]),
    mediaType: 'application/json',
    body: jsonBytes(
      fc
        .tuple(
          fc.constantFrom(...surface.links).map((ref) => ({ ref, ...fields })),
          mutations(['ref', ...Object.keys(fields)]),
        )
        .map(mutate),
    ),
  }));
}

/** The forms of pages with their own names and values, mutated. */
function formParts(surface: AttackSurface): RequestParts[] {
  return surface.forms.map(({ form, role }) => ({
    methods: ['POST'],
    target: fc.constant(form.action),
    headers: fc.constant<[string, string][]>([
      ['Origin', surface.baseUrl],
      ['Sec-Fetch-Site', 'same-origin'],
      ...cookie(surface.sessions[role]),
    ]),
    mediaType: 'application/x-www-form-urlencoded',
    body: formBytes(fc.tuple(fc.constant(form), fc.array(fc.tuple(nameIn(form), text), { maxLength: 2 })).map(filled)),
  }));
}

function nameIn({ fields }: PageForm): Arbitrary<string> {
  const names = fields.map(([name]) => name);
  return names.length > 0
    ? fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 6 }, { arbitrary: text, weight: 1 })
    : text;
}

function filled([{ fields }, changes]: [PageForm, [string, string][]]): [string, string][] {
  const replaced = new Set(changes.map(([name]) => name));
  return [...fields.filter(([name]) => !replaced.has(name)), ...changes];
}

/** Pages and files: addresses from links, with mutated segments and parameters. */
function pageParts(surface: AttackSurface): RequestParts[] {
  return surface.pages.map(({ path, role }) => {
    const url = new URL(path, surface.baseUrl);
    const kept = [...url.searchParams];
    const segments = url.pathname.split('/').slice(1);
    const mutatedPath = fc
      .tuple(fc.nat(segments.length - 1), segment)
      .map(([at, other]) => `/${segments.with(at, other).join('/')}`);
    const pathname = fc.oneof(
      { arbitrary: fc.constant(url.pathname), weight: 3 },
      { arbitrary: mutatedPath, weight: 2 },
    );
    return {
      methods: ['GET', 'GET', 'GET', 'HEAD', 'POST'],
      target: fc.tuple(pathname, query(kept)).map((both) => both.join('')),
      headers: fc.constant(cookie(surface.sessions[role])),
    };
  });
}

function cookie(session: string): [string, string][] {
  return session === '' ? [] : [['Cookie', session]];
}

/** The webhook endpoints of the gateways. */
function webhookParts(): RequestParts[] {
  return ['stripe', 'stripe-co', 'mercado-pago-co', 'mercado-pago-mx', 'nobody'].map((gateway) => ({
    methods: ['POST'],
    target: query([
      ['data.id', '1'],
      ['type', 'payment'],
    ]).map((search) => `/webhooks/${gateway}${search}`),
    headers: text.map((signature): [string, string][] => [
      ['Stripe-Signature', `t=1,v1=${percentEncoded(signature)}`],
      ['X-Signature', `ts=1,v1=${percentEncoded(signature)}`],
    ]),
    mediaType: 'application/json',
    body: jsonBytes(value),
  }));
}

/** Addresses that no link leads to. */
function unknownAddresses(): RequestParts {
  const first = fc.constantFrom(
    '',
    'v1',
    '_next',
    '_next/image',
    '_next/static',
    'dashboard',
    'qa',
    '%71a',
    'healthz',
    'docs',
    'c',
    'receipt',
    'verify',
    'webhooks',
    'api',
  );
  const whole = fc.constantFrom(
    '*',
    '/',
    '//',
    '//evil.example/v1',
    'http://evil.example/',
    '/?',
    '/#',
    'v1',
    '/.well-known/x',
    '/v1/',
    '/v1//causes',
  );
  return {
    methods: ['GET', 'POST', 'OPTIONS'],
    target: fc.oneof(
      {
        arbitrary: fc
          .tuple(first, fc.array(segment, { maxLength: 3 }))
          .map(([root, rest]) => `/${[root, ...rest].join('/')}`),
        weight: 4,
      },
      { arbitrary: whole, weight: 1 },
    ),
  };
}

/** A path of the OpenAPI document with its parameters filled in, with known or hostile values. */
function pathOf(template: string, known: Record<string, string[]>): Arbitrary<string> {
  const parts = template.split('/').map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    return fc.oneof(
      { arbitrary: fc.constantFrom(...(known[name] ?? ['x'])), weight: 4 },
      { arbitrary: segment, weight: 1 },
    );
  });
  return fc.tuple(...parts).map((all) => all.join('/'));
}

/** A query: that of the link, and up to three parameters more. */
function query(kept: [string, string][]): Arbitrary<string> {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...PARAMETERS, ...kept.map(([one]) => one)), weight: 6 },
    { arbitrary: segment, weight: 1 },
  );
  const more = fc.oneof(
    { arbitrary: fc.constant<[string, string][]>([]), weight: 2 },
    { arbitrary: fc.array(fc.tuple(name, segment), { minLength: 1, maxLength: 3 }), weight: 2 },
  );
  return more.map((added) => {
    const own = kept.map(([one, it]) => [percentEncoded(one), percentEncoded(it)]);
    const replaced = new Set(added.map(([one]) => one));
    const all = [...own.filter(([one = '']) => !replaced.has(one)), ...added];
    return all.length === 0 ? '' : `?${all.map((pair) => pair.join('=')).join('&')}`;
  });
}
