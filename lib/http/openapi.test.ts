import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as openApiRoute from '#app/openapi.json/route.ts';
import { env } from '#lib/env.ts';
import { PROBLEM_CODES } from '#lib/problems/catalogue.ts';
import { breakingChanges } from '#testing/openapi-changes.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';
import { openApiDocument } from './openapi.ts';

const REDOCLY = resolve('node_modules/@redocly/cli/bin/cli.js');

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  additionalProperties?: unknown;
  minimum?: number;
  maximum?: number;
  discriminator?: { mapping?: Record<string, string> };
};
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;

type Operation = {
  operationId: string;
  description: string;
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: object; example?: unknown }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }>;
  };
  responses: Record<
    string,
    { description: string; content?: object; headers?: object; links?: Record<string, object> }
  >;
};

const addresses = { publicBaseUrl: 'https://api.example.org', sandboxBaseUrl: 'https://sandbox.example.org' };
const document = openApiDocument(addresses);
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method,
    operation,
  })),
);

const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;

const contentOf = (body: { content?: object } | undefined) => (body?.content ?? {}) as Content;

/** Calls `visit` with every schema that has properties or bounds, wherever it is. */
function walk(value: unknown, place: string, visit: (schema: Schema, place: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') visit(value as Schema, place);
  for (const [name, member] of Object.entries(value))
    if (!['example', 'examples'].includes(name)) walk(member, `${place}/${name}`, visit);
}

test('is a valid OpenAPI 3.1 document without a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json'],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('contains every routed endpoint, and none of the announced ones', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    CONTRACTS.map(({ path, method }) => `${method.toLowerCase()} ${path}`).sort(),
  );
});

test('names this deployment and, if there is one, the sandbox', () => {
  expect(document.servers?.map((server) => server.url)).toEqual([addresses.publicBaseUrl, addresses.sandboxBaseUrl]);
  expect(openApiDocument({ publicBaseUrl: 'http://localhost:3000' }).servers).toHaveLength(1);
});

test('names whom to ask: the address of the deployment, if it has one', () => {
  const contact = { name: 'Partner support', url: `${addresses.publicBaseUrl}/docs` };
  expect(document.info.contact).toEqual(contact);
  const about = { supportEmail: 'help@example.org' };
  expect(openApiDocument({ ...addresses, about }).info.contact).toEqual({
    ...contact,
    email: 'help@example.org',
  });
});

test('shows both ways to send a key', () => {
  expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  expect(document.components?.securitySchemes).toEqual({
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' },
    bearer: { type: 'http', scheme: 'bearer', description: 'Your API key as a bearer token.' },
  });
});

describe.each(CONTRACTS)('$method $path', (contract) => {
  const found = operations.find(({ operation }) => operation.operationId === contract.operationId);
  if (!found) throw new Error(`${contract.operationId} is not documented`);
  const { operation } = found;

  test('says which permission its key needs, or that it needs none', () => {
    if (contract.permission) expect(operation.description).toContain(`\`${contract.permission}\``);
    expect(operation.security).toEqual(contract.permission ? undefined : []);
  });

  test('documents every status it answers with, and each code of it', () => {
    const problems = [...contract.problems, ...sharedProblems(contract)];
    const statuses = [contract.status, ...(contract.etag ? [304] : []), ...problems.map(([, status]) => status)];
    const { default: anyOther, ...documented } = operation.responses;
    expect(anyOther?.content).toMatchObject({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
    expect(Object.keys(documented).map(Number).sort()).toEqual([...new Set(statuses)].sort());
    for (const [code, status] of problems) expect(operation.responses[status]?.description).toContain(`\`${code}\``);
  });

  test('accepts an Idempotency-Key if and only if it is a POST, and If-None-Match if it has an ETag', () => {
    const sent = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(sent.map(({ name }) => name)).toEqual([
      ...(contract.method === 'POST' ? ['Idempotency-Key'] : []),
      ...(contract.etag ? ['If-None-Match'] : []),
    ]);
    for (const { name, schema } of sent)
      if (name === 'Idempotency-Key') expect(schema).toMatchObject({ type: 'string', minLength: 1, maxLength: 255 });
  });

  test('declares the headers of each response', () => {
    for (const [status, { headers = {} }] of Object.entries(operation.responses)) {
      const names = Object.keys(headers);
      expect(names, status).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit-Policy', 'RateLimit']));
      const waits = ['429', '503'].includes(status) || (status === '409' && contract.idempotency !== undefined);
      expect(names.includes('Retry-After'), status).toBe(waits);
      const isRecorded = ['200', '201', '400', '403', '404', '409', '422'].includes(status);
      expect(names.includes('Idempotent-Replayed'), status).toBe(isRecorded && contract.method === 'POST');
      expect(names.includes('ETag'), status).toBe(contract.etag === true && ['200', '304'].includes(status));
    }
  });

  test('shows one call that its own schemas accept', () => {
    const { example } = contract;
    contract.reply.parse(example.reply);
    expect(operation.responses[contract.status]?.content).toMatchObject({
      'application/json': { example: example.reply },
    });
    expect('body' in example).toBe(contract.body !== undefined);
    if (!contract.body) return;
    contract.body.parse(example.body);
    expect(operation.requestBody?.content).toMatchObject({ 'application/json': { example: example.body } });
  });

  test('shows a problem of each code, with the members that only this code has', () => {
    for (const [code, status] of [...contract.problems, ...sharedProblems(contract)])
      expect(operation.responses[status]?.content).toMatchObject({
        'application/problem+json': {
          examples: {
            [code]: { value: { code, status, type: `${addresses.publicBaseUrl}/docs/errors/${code}` } },
          },
        },
      });
  });
});

test('every parameter has an example', () => {
  for (const { path, operation } of operations)
    for (const { name, example } of operation.parameters ?? [])
      expect(example, `${path} ${name}`).toEqual(expect.any(String));
});

test('its examples keep to its schemas', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
  ajv.addSchema(document, 'openapi');
  for (const { path, method, operation } of operations) {
    const bodies = { requestBody: operation.requestBody, ...operation.responses };
    for (const [place, body] of Object.entries(bodies))
      for (const [mediaType, { example, examples = {} }] of Object.entries(contentOf(body))) {
        const at = ['paths', path, method, ...(place === 'requestBody' ? [] : ['responses']), place];
        const pointer = [...at, 'content', mediaType, 'schema'].map((part) =>
          encodeURIComponent(part.replaceAll('/', '~1')),
        );
        const isValid = ajv.compile({ $ref: `openapi#/${pointer.join('/')}` });
        const values = [
          ...(example === undefined ? [] : [example]),
          ...Object.values(examples).map(({ value }) => value),
        ];
        expect(values.length, `${method} ${path} ${place}`).toBeGreaterThan(0);
        for (const value of values) expect(isValid(value), JSON.stringify([value, isValid.errors])).toBe(true);
      }
  }
});

test('what is called next is linked: a cause to its read and its link, a link to its reads', () => {
  const links = (operationId: string) =>
    operations.find(({ operation }) => operation.operationId === operationId)?.operation.responses[201]?.links;
  expect(links('createCause')).toEqual({
    readCause: { operationId: 'readCause', parameters: { key: '$response.body#/key' } },
    createCheckoutLink: {
      operationId: 'createCheckoutLink',
      requestBody: { cause: '$response.body#/key', amount: 50, currency: 'USD' },
    },
  });
  expect(links('createCheckoutLink')).toMatchObject({
    readCheckoutLink: { operationId: 'readCheckoutLink', parameters: { id: '$response.body#/id' } },
  });
  for (const { operation } of operations)
    for (const { links: all = {} } of Object.values(operation.responses))
      for (const name of Object.keys(all)) expect(CONTRACTS.map(({ operationId }) => operationId)).toContain(name);
});

test('names the bounds of a body', () => {
  expect(document.info?.description).toContain('deeper than 64 levels');
});

test('every member of every body has a description, and no bound is only that of a double', () => {
  const missing: string[] = [];
  walk(document, '', (schema, place) => {
    for (const [name, member] of Object.entries(schema.properties ?? {}))
      if (!member.description) missing.push(`${place}.${name}`);
    for (const bound of [schema.minimum, schema.maximum])
      expect(Math.abs(bound ?? 0), place).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
  expect(missing).toEqual([]);
});

test('what is answered is open to members of a later version; what is sent is as strict as its endpoint', () => {
  for (const [name, schema] of Object.entries(schemas)) expect(schema, name).not.toHaveProperty('additionalProperties');
  const strict = operations.filter(({ operation }) =>
    Object.values(contentOf(operation.requestBody)).some(({ schema }) => schema.additionalProperties === false),
  );
  expect(strict.map(({ operation }) => operation.operationId)).toEqual(['createPaymentIntent']);
});

test('a link has what was paid exactly when its status is completed', () => {
  expect(schemas.CheckoutLink).toMatchObject({
    oneOf: [
      { $ref: '#/components/schemas/UnpaidCheckoutLink' },
      { $ref: '#/components/schemas/CompletedCheckoutLink' },
    ],
    discriminator: { propertyName: 'status' },
  });
  expect(schemas.UnpaidCheckoutLink?.properties).not.toHaveProperty('amount_paid');
  expect(schemas.CompletedCheckoutLink?.required).toEqual(
    expect.arrayContaining(['amount_paid', 'currency_paid', 'payment_id', 'completed_at']),
  );
});

test('the limits of the requests are those of the specification', () => {
  const fields = (operationId: string) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    return found?.operation.requestBody?.content['application/json']?.schema;
  };
  expect(fields('createCheckoutLink')).toMatchObject({
    required: ['cause', 'amount', 'currency'],
    properties: {
      amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 },
      metadata: {
        maxProperties: 20,
        propertyNames: { maxLength: 40 },
        additionalProperties: { maxLength: 500 },
      },
    },
  });
  expect(fields('createCause')).toMatchObject({
    required: ['title', 'country', 'owner', 'terms_accepted_at', 'terms_version', 'terms_accepted_ip'],
    properties: {
      title: { maxLength: 150 },
      description: { maxLength: 5000 },
      external_reference: { maxLength: 255 },
      terms_version: { maxLength: 60 },
      owner: { required: ['email', 'name'], properties: { name: { maxLength: 120 } } },
      goal: { required: ['amount'], properties: { amount: { minimum: 0, maximum: 999_999_999_999_999 } } },
      fee_percent: { type: 'number', minimum: 0, maximum: 20 },
    },
  });
  expect(fields('createPaymentIntent')).toMatchObject({ additionalProperties: false });
});

test('the problem document is one of all codes, and names the members that a code brings', () => {
  expect(Object.keys(schemas.Problem?.discriminator?.mapping ?? {})).toEqual(PROBLEM_CODES);
  const shared = ['type', 'title', 'status', 'detail', 'code', 'instance'];
  expect(schemas.ValidationFailedProblem?.required).toEqual([...shared, 'errors']);
  expect(schemas.CheckoutLinkNotPayableProblem?.required).toEqual([...shared, 'status_detail']);
  expect(schemas.UnauthorizedProblem).toMatchObject({
    required: shared,
    properties: { code: { const: 'unauthorized' } },
  });
});

test('differs from what was released only by additions (npm run release:openapi, once a release is out)', () => {
  const released = JSON.parse(readFileSync(resolve('lib/http/released-openapi.json'), 'utf8'));
  expect(breakingChanges(released, JSON.parse(JSON.stringify(document)))).toEqual([]);
});

test('is served with the addresses of the running server, to every origin', async () => {
  const response = openApiRoute.GET();
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect((await response.json()).servers[0].url).toBe(env().publicBaseUrl);
});
