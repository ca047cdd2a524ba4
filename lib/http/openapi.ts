import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi';
import type { Contract } from '#lib/contract.ts';
import type { Env } from '#lib/env.ts';
import { MAX_TOKENS } from '#lib/json.ts';
import { PERMISSIONS } from '#lib/permissions.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '#lib/problems/catalogue.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';

/** The version of the API (spec 9.6). */
export const API_VERSION = '1.0.0';

const problemDocument = z
  .strictObject({
    type: z.string().meta({ format: 'uri', description: 'Resolves to the page that documents the code.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(PROBLEM_CODES),
    instance: z.string().describe('The request path that produced the error.'),
    errors: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .min(1)
      .optional()
      .describe('Only on validation_failed.'),
    status_detail: z
      .enum(['completed', 'expired', 'cancelled'])
      .optional()
      .describe('Only on checkout_link_not_payable.'),
  })
  .meta({ id: 'Problem', description: 'RFC 9457. Branch on `code`.' });

const HEADER_NOTES = {
  'X-Request-Id': 'Identifies this answer in our log.',
  'Idempotent-Replayed': '`true` when the recorded answer to an earlier request is repeated.',
  'Retry-After': 'Whole seconds to wait.',
  ETag: 'Send it back as If-None-Match to be answered 304 while nothing has changed.',
};

/** The OpenAPI 3.1 document of the API, made from the very contracts that validate. */
export function openApiDocument(env: Pick<Env, 'publicBaseUrl' | 'sandboxBaseUrl'>) {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Fundraising Partner API',
      version: API_VERSION,
      description:
        'Create causes, mint hosted checkout links, and follow each link until its donation is approved.',
      license: { name: 'Proprietary', url: `${env.publicBaseUrl}/docs` },
    },
    servers: [
      { url: env.publicBaseUrl, description: 'Production' },
      ...(env.sandboxBaseUrl
        ? [{ url: env.sandboxBaseUrl, description: 'Sandbox: a staging deployment' }]
        : []),
    ],
    tags: [
      { name: 'Checkout links', description: 'Hosted checkout addresses and their status.' },
      { name: 'Causes', description: 'What is collected for.' },
    ],
    security: [{ apiKey: [] }, { bearer: [] }],
    paths: paths(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}

function paths(): NonNullable<ZodOpenApiObject['paths']> {
  const byPath: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const contract of CONTRACTS) {
    byPath[contract.path] = {
      ...byPath[contract.path],
      [contract.method.toLowerCase()]: operation(contract),
    };
  }
  return byPath;
}

function operation(contract: Contract): ZodOpenApiOperationObject {
  const { operationId, summary, permission, body, status, reply, deprecation } = contract;
  return {
    operationId,
    summary,
    description: permission
      ? `${contract.description}\n\nPermission: \`${permission}\` (${PERMISSIONS[permission]}).`
      : contract.description,
    tags: [contract.path.startsWith('/v1/causes') ? 'Causes' : 'Checkout links'],
    ...(permission === null ? { security: [] } : {}),
    ...(deprecation ? { deprecated: true } : {}),
    requestParams: parameters(contract),
    ...(body
      ? {
          requestBody: {
            description: `At most ${contract.maxBodyBytes / 1024} KiB and ${MAX_TOKENS} JSON tokens.`,
            required: true,
            content: { 'application/json': { schema: body } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'OK',
        headers: headers([
          'X-Request-Id',
          ...(contract.idempotency ? ['Idempotent-Replayed' as const] : []),
          ...(contract.etag ? ['ETag' as const] : []),
        ]),
        content: { 'application/json': { schema: reply } },
      },
      ...(contract.etag ? { 304: { description: 'Not changed since the ETag sent as If-None-Match' } } : {}),
      ...problemResponses(contract),
    },
  };
}

function parameters(contract: Contract): NonNullable<ZodOpenApiOperationObject['requestParams']> {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const path = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const key = z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Repeating a request with the same key within 24 hours replays its answer.');
  return {
    ...(names.length > 0 ? { path } : {}),
    ...(contract.idempotency ? { header: z.object({ 'Idempotency-Key': key }) } : {}),
  };
}

function problemResponses(contract: Contract): NonNullable<ZodOpenApiOperationObject['responses']> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const [code, status] of [...contract.problems, ...sharedProblems(contract)])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '),
          headers: headers([
            'X-Request-Id',
            ...(status === 429 || status === 503 ? ['Retry-After' as const] : []),
          ]),
          content: { 'application/problem+json': { schema: problemDocument } },
        },
      ]),
  );
}

function headers(names: (keyof typeof HEADER_NOTES)[]) {
  return Object.fromEntries(
    names.map((name) => [name, { description: HEADER_NOTES[name], schema: { type: 'string' as const } }]),
  );
}
