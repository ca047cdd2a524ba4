import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as openApiRoute from '#app/openapi.json/route.ts';
import { env } from '#lib/env.ts';
import { PROBLEM_CODES } from '#lib/problems/catalogue.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';
import { openApiDocument } from './openapi.ts';

const REDOCLY = resolve('node_modules/@redocly/cli/bin/cli.js');

type Operation = {
  operationId: string;
  description: string;
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: object }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }>;
  };
  responses: Record<string, { description: string; content?: object; headers?: object }>;
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

test('holds every endpoint that is routed, and none of those that are announced', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
    CONTRACTS.map(({ path, method }) => `${method.toLowerCase()} ${path}`).sort(),
  );
});

test('names this deployment and, where there is one, the sandbox', () => {
  expect(document.servers?.map((server) => server.url)).toEqual([
    addresses.publicBaseUrl,
    addresses.sandboxBaseUrl,
  ]);
  expect(openApiDocument({ publicBaseUrl: 'http://localhost:3000' }).servers).toHaveLength(1);
});

test('shows both ways to send a key', () => {
  expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  expect(document.components?.securitySchemes).toEqual({
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    bearer: { type: 'http', scheme: 'bearer' },
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
    const statuses = [
      contract.status,
      ...(contract.etag ? [304] : []),
      ...problems.map(([, status]) => status),
    ];
    expect(Object.keys(operation.responses).map(Number).sort()).toEqual([...new Set(statuses)].sort());
    for (const [code, status] of problems)
      expect(operation.responses[status]?.description).toContain(`\`${code}\``);
  });

  test('takes an Idempotency-Key if and only if it is a POST', () => {
    const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headers.map((header) => header.name)).toEqual(
      contract.method === 'POST' ? ['Idempotency-Key'] : [],
    );
    for (const header of headers)
      expect(header).toMatchObject({ schema: { type: 'string', minLength: 1, maxLength: 255 } });
  });
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

test('the problem document names every code', () => {
  expect(document.components?.schemas?.Problem).toMatchObject({
    required: ['type', 'title', 'status', 'detail', 'code', 'instance'],
    properties: { code: { enum: PROBLEM_CODES } },
    additionalProperties: false,
  });
});

test('is served with the addresses of the running server, to every origin', async () => {
  const response = openApiRoute.GET();
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect((await response.json()).servers[0].url).toBe(env().publicBaseUrl);
});
