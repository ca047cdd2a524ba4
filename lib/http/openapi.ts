import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
} from 'zod-openapi';
import type { Contract } from '#lib/contract.ts';
import type { Env } from '#lib/env.ts';
import { MAX_DEPTH, MAX_TOKENS } from '#lib/json.ts';
import { optional } from '#lib/optional.ts';
import { PERMISSIONS } from '#lib/permissions.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode, problemPath } from '#lib/problems/catalogue.ts';
import { PROBLEM_EXAMPLES } from '#lib/problems/examples.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';

/** The version of the API (specification 9.6). */
export const API_VERSION = '1.0.0';

type Addresses = Pick<Env, 'publicBaseUrl' | 'sandboxBaseUrl'>;
/** The deployment that a document is served by. */
type Deployment = Addresses & { about?: Pick<Env['about'], 'supportEmail'> };

/** The members that only problems with this code have. */
const OWN_MEMBERS: Partial<Record<ProblemCode, z.ZodRawShape>> = {
  validation_failed: {
    errors: z
      .array(
        z.strictObject({
          field: z.string().describe('The name of the field, or of the header. Empty for the body as a whole.'),
          message: z.string().describe('The rule that the value breaks, in English.'),
        }),
      )
      .min(1)
      .describe('Every rule that the request breaks.'),
  },
  checkout_link_not_payable: {
    status_detail: z.enum(['completed', 'expired', 'cancelled']).describe('The status of the link.'),
  },
};

/** The problem document of a code. */
function problemSchema(code: ProblemCode) {
  const name = code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return z
    .strictObject({
      type: z.string().meta({ format: 'uri', description: 'The page that documents the code.' }),
      title: z.string().describe('The code in a few words. The same for every problem with this code.'),
      status: z.int().min(400).max(599).describe('The HTTP status.'),
      detail: z.string().describe('What went wrong with this request, in English.'),
      code: z.literal(code).describe('Branch on this.'),
      instance: z.string().describe('The path of the request.'),
      ...OWN_MEMBERS[code],
    })
    .meta({ id: `${name}Problem`, title: PROBLEMS[code].title, description: PROBLEMS[code].meaning });
}

const SCHEMAS = new Map(PROBLEM_CODES.map((code) => [code, problemSchema(code)]));

/** A problem document with one of these codes. */
function problemUnion(codes: readonly ProblemCode[]) {
  const [first, second, ...others] = codes.flatMap((code) => SCHEMAS.get(code) ?? []);
  if (!first) throw new Error('Bug: a problem without a code');
  return second ? z.discriminatedUnion('code', [first, second, ...others]) : first;
}

const ANY_PROBLEM = problemUnion(PROBLEM_CODES).meta({
  id: 'Problem',
  description: 'RFC 9457. Branch on `code`; a later version may add codes.',
});

const HEADERS = {
  'X-Request-Id': 'Identifies this response in our log. Quote it when you ask us about it.',
  'RateLimit-Policy':
    'The limit that counted this request, for example `"client";q=10000;w=10`: requests and seconds. Absent if it was refused before it was counted.',
  RateLimit:
    'What is left of that limit, for example `"client";r=9999;t=10`: requests, and seconds until the window ends.',
  'Idempotent-Replayed': '`true` if this repeats the recorded response to an earlier request.',
  'Retry-After': 'Whole seconds to wait before you repeat the request.',
  ETag: 'Send it as `If-None-Match` with the next read: while nothing has changed, you get a 304 without a body.',
} as const;

/** Statuses that are recorded under an idempotency key (ruling 20). */
const RECORDED = [200, 201, 400, 403, 404, 409, 422];
/** Statuses that say when to repeat the request; of 409 only the one that is about a request in progress. */
const WAITING = [429, 503];

/** The OpenAPI 3.1 document of the API, made from the contracts that validate requests. */
export function openApiDocument(env: Deployment) {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Fundraising Partner API',
        version: API_VERSION,
        // Said here and not beside the other limits of a body: each description there is in a released SDK.
        description: `Create causes, mint hosted checkout links, and follow each link until its donation is approved. No body may nest deeper than ${MAX_DEPTH} levels.`,
        contact: {
          name: 'Partner support',
          url: `${env.publicBaseUrl}/docs`,
          ...optional('email', env.about?.supportEmail),
        },
        license: { name: 'Proprietary', url: `${env.publicBaseUrl}/docs` },
      },
      servers: [
        { url: env.publicBaseUrl, description: 'The deployment that serves this document' },
        ...(env.sandboxBaseUrl ? [{ url: env.sandboxBaseUrl, description: 'Sandbox: a staging deployment' }] : []),
      ],
      tags: [
        { name: 'Checkout links', description: 'Hosted checkout addresses and their status.' },
        { name: 'Causes', description: 'What is collected for.' },
      ],
      security: [{ apiKey: [] }, { bearer: [] }],
      paths: paths(env),
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Your API key.' },
          bearer: { type: 'http', scheme: 'bearer', description: 'Your API key as a bearer token.' },
        },
      },
    },
    { override: simplify },
  );
}

/**
 * Leaves out the bounds of a double, and opens what we answer: a later version may add members to responses, so clients
 * ignore those that they do not know.
 */
const simplify: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

function paths(env: Addresses): NonNullable<ZodOpenApiObject['paths']> {
  const byPath: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const contract of CONTRACTS) {
    byPath[contract.path] = {
      ...byPath[contract.path],
      [contract.method.toLowerCase()]: operation(contract, env),
    };
  }
  return byPath;
}

function operation(contract: Contract, env: Addresses): ZodOpenApiOperationObject {
  const { operationId, summary, permission, body, status, reply, example, links, deprecation } = contract;
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
            content: { 'application/json': { schema: body, example: example.body } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'OK',
        headers: headers(contract, status, contract.etag ? ['ETag'] : []),
        content: { 'application/json': { schema: reply, example: example.reply } },
        ...(links ? { links: linksOf(links) } : {}),
      },
      ...(contract.etag
        ? {
            304: {
              description: 'Not changed since the ETag sent as If-None-Match',
              headers: headers(contract, 304, ['ETag']),
            },
          }
        : {}),
      ...problemResponses(contract, env),
      default: {
        description: 'Any other problem',
        headers: headers(contract, 0, []),
        content: {
          'application/problem+json': { schema: ANY_PROBLEM, example: problemExample('not_found', 404, env) },
        },
      },
    },
  };
}

function linksOf(links: NonNullable<Contract['links']>) {
  return Object.fromEntries(
    Object.entries(links).map(([operationId, values]) => [operationId, { operationId, ...values }]),
  );
}

function parameters(contract: Contract): NonNullable<ZodOpenApiOperationObject['requestParams']> {
  const path = Object.entries(contract.parameters ?? {}).map(
    ([name, { description, example }]) => [name, z.string().meta({ description, param: { example } })] as const,
  );
  const header = {
    ...(contract.idempotency
      ? {
          'Idempotency-Key': z
            .string()
            .min(1)
            .max(255)
            .optional()
            .meta({
              description:
                'Repeating a request with the same key within 24 hours replays its response. Use a new key for every new operation.',
              param: { example: contract.example.idempotencyKey },
            }),
        }
      : {}),
    ...(contract.etag
      ? {
          'If-None-Match': z
            .string()
            .optional()
            .meta({
              description: 'The `ETag` of an earlier response. While nothing has changed, you get a 304.',
              param: { example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"' },
            }),
        }
      : {}),
  };
  return {
    ...(path.length > 0 ? { path: z.object(Object.fromEntries(path)) } : {}),
    ...(Object.keys(header).length > 0 ? { header: z.object(header) } : {}),
  };
}

function problemResponses(contract: Contract, env: Addresses): NonNullable<ZodOpenApiOperationObject['responses']> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const [code, status] of [...contract.problems, ...sharedProblems(contract)])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const waits = WAITING.includes(status) || codes.includes('idempotency_key_in_progress');
        return [
          String(status),
          {
            description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '),
            headers: headers(contract, status, waits ? ['Retry-After'] : []),
            content: {
              'application/problem+json': {
                schema: problemUnion(codes),
                examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code, status, env) }])),
              },
            },
          },
        ];
      }),
  );
}

/** An example of a problem document. */
export function problemExample(code: ProblemCode, status: number, { publicBaseUrl }: Addresses) {
  const { detail, instance, ...own } = PROBLEM_EXAMPLES[code];
  const type = publicBaseUrl + problemPath(code);
  return { type, title: PROBLEMS[code].title, status, detail, code, instance, ...own };
}

function headers(contract: Contract, status: number, own: (keyof typeof HEADERS)[]) {
  const names: (keyof typeof HEADERS)[] = [
    'X-Request-Id',
    'RateLimit-Policy',
    'RateLimit',
    ...(contract.idempotency && RECORDED.includes(status) ? ['Idempotent-Replayed' as const] : []),
    ...own,
  ];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: HEADERS[name],
        schema: { type: name === 'Retry-After' ? ('integer' as const) : ('string' as const) },
      },
    ]),
  );
}
