import { expect } from 'vitest';
import { env } from '#lib/env.ts';
import { PROBLEMS, type ProblemCode } from '#lib/problems/catalogue.ts';
import type { Reply } from './service.ts';

/** Expects a problem document with exactly the members of specification 7. Returns it. */
export function expectProblem(reply: Reply, status: number, code: ProblemCode): Reply['body'] {
  expect({ status: reply.status, code: reply.body?.code }, reply.text).toEqual({ status, code });
  expect(reply.headers.get('content-type')).toBe('application/problem+json');
  expect(reply.body).toEqual({
    type: `${env().publicBaseUrl}/docs/errors/${code}`,
    title: PROBLEMS[code].title,
    status,
    detail: expect.stringMatching(/./),
    code,
    instance: expect.stringMatching(/^\/[^?]*$/),
    ...(code === 'validation_failed' ? { errors: expect.any(Array) } : {}),
    ...(code === 'checkout_link_not_payable' ? { status_detail: expect.any(String) } : {}),
  });
  return reply.body;
}

/** Expects `validation_failed` naming exactly these fields, each with a message. Returns the messages. */
export function expectRefused(reply: Reply, ...fields: string[]): string[] {
  const { errors } = expectProblem(reply, 400, 'validation_failed') as {
    errors: { field: string; message: string }[];
  };
  expect(
    errors.map((error) => error.field),
    reply.text,
  ).toEqual(fields);
  for (const error of errors) {
    expect(Object.keys(error).sort()).toEqual(['field', 'message']);
    expect(error.message).not.toBe('');
  }
  return errors.map((error) => error.message);
}
