import type { z } from 'zod';
import type { Permission } from './permissions.ts';
import type { ProblemCode } from './problems/catalogue.ts';

/** A notice that an endpoint goes away (spec 9.3–9.5): both instants in UTC, the sunset at least 90 days after. */
export type Deprecation = { since: Date; sunset: Date /** Path of the changelog entry. */; notice: string };

/**
 * What an endpoint promises. One object feeds types, validation, OpenAPI, the documentation and the tests that loop over
 * all endpoints; the route file adds one call into the domain.
 */
export type Contract<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  operationId: string;
  method: 'GET' | 'POST';
  /** With `{name}` for each path parameter, as OpenAPI writes it. */
  path: `/v1/${string}`;
  summary: string;
  description: string;
  /** The permission the key must hold; null where no key is asked for. */
  permission: Permission | null;
  status: 200 | 201;
  reply: Reply;
  /** Every code the endpoint can answer with besides the ones all endpoints share, with the status it then has. */
  problems: readonly (readonly [ProblemCode, number])[];
  /** Whose operations an Idempotency-Key tells apart (decisions.md 19–22); absent where the header is ignored. */
  idempotency?: 'client' | 'link';
  /** Answers carry an ETag and honour If-None-Match. */
  etag?: true;
  deprecation?: Deprecation;
} & (
  | {
      body: Body;
      /** The largest body that is read, in bytes: what the limits of its fields leave room for when every character is escaped. */
      maxBodyBytes: number;
    }
  | { body?: undefined }
);

/** Declares a contract, keeping its exact types. */
export function defineContract<Body extends z.ZodType, Reply extends z.ZodType>(
  contract: Contract<Body, Reply>,
): Contract<Body, Reply> {
  return contract;
}
