import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#lib/clients/keys.ts';
import { transaction } from '#lib/db.ts';
import { PERMISSION_NAMES, type Permission } from '#lib/permissions.ts';
import { expectProblem } from '#testing/problems.ts';
import { createSample, type Sample } from '#testing/requests.ts';
import { runningService } from '#testing/running-service.ts';
import type { CallOptions } from '#testing/service.ts';
import { CONTRACTS, sharedProblems } from './contracts.ts';

/** Written out, not read from the contracts: a contract that differs fails here. */
type Promised = {
  path: (sample: Sample) => string;
  body?: (sample: Sample) => object;
  permission: Permission | null;
  /** The status of success. */
  success: 200 | 201;
  /** Statuses of refusals, with their codes. */
  refusals: Record<number, string>;
  /** The counter of a call, and its limit in ten seconds: the last limit that a call meets. */
  limit: string;
  /** The largest body, in bytes. */
  maxBodyBytes?: number;
  idempotency?: 'client' | 'link';
  etag?: true;
};

/** Of every endpoint: malformed HTTP, too many calls, errors. */
const ALWAYS = {
  408: 'validation_failed',
  413: 'validation_failed',
  417: 'validation_failed',
  429: 'rate_limit_exceeded',
  431: 'validation_failed',
  500: 'internal_error',
  503: 'internal_error',
};
const PER_CLIENT = '"client";q=10000;w=10';
const PER_ADDRESS = '"address";q=2000;w=10';
const PER_LINK = '"link";q=300;w=10';

const PROMISED: Record<string, Promised> = {
  'POST /v1/causes': {
    path: () => '/v1/causes',
    body: () => ({
      title: 'A well',
      country: 'US',
      owner: { email: 'owner@example.org', name: 'Owner' },
      terms_accepted_at: '2026-01-01T00:00:00Z',
      terms_version: '1',
      terms_accepted_ip: '127.0.0.1',
      goal: { amount: 0, currency: 'USD' },
    }),
    permission: 'causes:write',
    success: 201,
    refusals: {
      ...ALWAYS,
      400: 'validation_failed',
      401: 'unauthorized',
      403: 'fee_model_not_permitted fee_percent_not_permitted forbidden',
      409: 'idempotency_key_in_progress',
      415: 'unsupported_media_type',
      422: 'idempotency_key_reused owner_not_found',
    },
    limit: PER_CLIENT,
    maxBodyBytes: 262_144,
    idempotency: 'client',
  },
  'GET /v1/causes/{key}': {
    path: ({ causeKey }) => `/v1/causes/${causeKey}`,
    permission: 'cause:read',
    success: 200,
    refusals: {
      ...ALWAYS,
      400: 'validation_failed',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'cause_not_found',
    },
    limit: PER_CLIENT,
  },
  'POST /v1/checkout_links': {
    path: () => '/v1/checkout_links',
    body: ({ causeKey }) => ({ cause: causeKey, amount: 50, currency: 'USD' }),
    permission: 'checkout_links:write',
    success: 201,
    refusals: {
      ...ALWAYS,
      400: 'validation_failed',
      401: 'unauthorized',
      403: 'forbidden',
      409: 'idempotency_key_in_progress',
      415: 'unsupported_media_type',
      422: 'cause_not_accepting_payments cause_not_found currency_not_supported idempotency_key_reused',
    },
    limit: PER_CLIENT,
    maxBodyBytes: 262_144,
    idempotency: 'client',
  },
  'GET /v1/checkout_links/{id}': {
    path: ({ linkId }) => `/v1/checkout_links/${linkId}`,
    permission: 'checkout_links:read',
    success: 200,
    refusals: {
      ...ALWAYS,
      400: 'validation_failed',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'checkout_link_not_found',
    },
    limit: PER_CLIENT,
    etag: true,
  },
  'GET /v1/checkout_links/{id}/public': {
    path: ({ linkId }) => `/v1/checkout_links/${linkId}/public`,
    permission: null,
    success: 200,
    refusals: { ...ALWAYS, 400: 'validation_failed', 404: 'checkout_link_not_found' },
    limit: PER_ADDRESS,
  },
  'POST /v1/checkout_links/{id}/payment_intent': {
    path: ({ linkId }) => `/v1/checkout_links/${linkId}/payment_intent`,
    body: () => ({}),
    permission: null,
    success: 200,
    refusals: {
      ...ALWAYS,
      400: 'validation_failed',
      404: 'checkout_link_not_found',
      409: 'checkout_link_not_payable idempotency_key_in_progress',
      415: 'unsupported_media_type',
      422: 'cause_not_accepting_payments idempotency_key_reused',
    },
    limit: PER_LINK,
    maxBodyBytes: 4_096,
    idempotency: 'link',
  },
};

const { service, partner } = runningService();
let sample: Sample;
beforeAll(async () => {
  sample = await createSample(service, partner);
});

test('the contracts are exactly those of the table', () => {
  const declared = CONTRACTS.map((contract) => {
    const { method, path, permission, status, idempotency, etag } = contract;
    const refusals: Record<number, string> = {};
    for (const [code, refused] of [...contract.problems, ...sharedProblems(contract)])
      refusals[refused] = [...(refusals[refused]?.split(' ') ?? []), code].sort().join(' ');
    const maxBodyBytes = contract.body ? contract.maxBodyBytes : undefined;
    return [`${method} ${path}`, { permission, success: status, refusals, maxBodyBytes, idempotency, etag }] as const;
  });
  const promised = Object.entries(PROMISED).map(([name, each]) => {
    const { permission, success, refusals, maxBodyBytes, idempotency, etag } = each;
    return [name, { permission, success, refusals, maxBodyBytes, idempotency, etag }] as const;
  });
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(promised));
});

describe.each(Object.entries(PROMISED))('%s', (name, { path, body, permission, success, limit, ...more }) => {
  const [method = ''] = name.split(' ');
  const call = (options: CallOptions) =>
    service.call(path(sample), { method, ...(body ? { body: body(sample) } : {}), ...options });
  const keyWith = async (permissions: Permission[]) => {
    const key = { clientId: partner.clientId, permissions, allowedIps: [] };
    return (await transaction((tx) => createKey(tx, key))).key;
  };

  if (permission === null)
    test(`needs no key, answers ${success}, and is counted as ${limit}`, async () => {
      const { status, headers } = await call({});
      expect([status, headers.get('ratelimit-policy')]).toEqual([success, limit]);
    });
  else {
    test(`answers ${success} to a key with ${permission} alone, counted as ${limit}`, async () => {
      const { status, headers } = await call({ key: await keyWith([permission]) });
      expect([status, headers.get('ratelimit-policy')]).toEqual([success, limit]);
    });

    test(`refuses a key with every permission but ${permission}`, async () => {
      const others = PERMISSION_NAMES.filter((each) => each !== permission);
      const { detail } = expectProblem(await call({ key: await keyWith(others) }), 403, 'forbidden');
      expect(detail).toContain(permission);
    });
  }

  if (more.maxBodyBytes !== undefined) {
    const most = more.maxBodyBytes;
    test(`accepts a body of ${most} bytes and no more`, async () => {
      const key = await keyWith(PERMISSION_NAMES);
      const padded = (size: number) => call({ key, body: undefined, raw: JSON.stringify(body?.(sample)).padEnd(size) });
      expect((await padded(most)).status).toBe(success);
      const { detail } = expectProblem(await padded(most + 1), 400, 'validation_failed');
      expect(detail).toBe(`The body is larger than ${most / 1024} KiB.`);
    });
  }
});
