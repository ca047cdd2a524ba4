import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problems/catalogue.ts';

/**
 * The announced removal of an endpoint (specification 9.3–9.5): both instants in UTC, the sunset at least 90 days later.
 */
export type Deprecation = { since: Date; sunset: Date /** Path of the changelog entry. */; notice: string };

/**
 * The contract of an endpoint. One object feeds types, validation, OpenAPI, the documentation and the tests that loop over
 * all endpoints; the route file adds one call into the domain.
 */
export type Contract<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  operationId: string;
  method: 'GET' | 'POST';
  /** With `{name}` for each path parameter, as OpenAPI writes it. */
  path: `/v1/${string}`;
  summary: string;
  description: string;
  /** The permission that the key needs; null for endpoints without a key. */
  permission: Permission | null;
  status: 200 | 201;
  reply: Reply;
  /** The codes that the endpoint can answer in addition to those of all endpoints, each with its status. */
  problems: readonly (readonly [ProblemCode, number])[];
  /** The scope of an Idempotency-Key (rulings 19–22); absent if the header is ignored. */
  idempotency?: 'client' | 'link';
  /** Replies have an ETag, and If-None-Match is honoured. */
  etag?: true;
  deprecation?: Deprecation;
  /** The parameters of the path, by name. */
  parameters?: Readonly<Record<string, { description: string; example: string }>>;
  /** What one call sends and gets. Each endpoint has an idempotency key of its own: shared, the second call is refused. */
  example: { idempotencyKey?: string; body?: z.input<Body>; reply: z.input<Reply> };
  /** What can be called next, by operation, with OpenAPI runtime expressions for values of this answer. */
  links?: Readonly<
    Record<string, { parameters?: Record<string, string>; requestBody?: Readonly<Record<string, unknown>> }>
  >;
} & (
  | {
      body: Body;
      /** The largest body in bytes: the limits of its fields with every character escaped (ruling 30). */
      maxBodyBytes: number;
    }
  | { body?: undefined }
);

/** Declares a contract with its exact types. */
export function defineContract<Body extends z.ZodType, Reply extends z.ZodType>(
  contract: Contract<Body, Reply>,
): Contract<Body, Reply> {
  return contract;
}
