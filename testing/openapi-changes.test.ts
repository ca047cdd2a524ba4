import { expect, test } from 'vitest';
import { openApiDocument } from '#lib/http/openapi.ts';
import { breakingChanges, type OpenApi } from './openapi-changes.ts';

const addresses = { publicBaseUrl: 'https://api.example.org' };
const written = JSON.stringify(openApiDocument(addresses));
const current = () => JSON.parse(written);

/** The changes that one edit of the document makes. */
function changesBy(edit: (document: Required<OpenApi>) => void): string[] {
  const after = current();
  edit(after);
  return breakingChanges(current(), after);
}

const schema = ({ components }: Required<OpenApi>, name: string) => components.schemas?.[name] ?? {};
const mint = ({ paths }: Required<OpenApi>) => paths['/v1/checkout_links']?.post;
const body = (document: Required<OpenApi>) => mint(document)?.requestBody?.content['application/json']?.schema ?? {};

test.each<[string, (document: Required<OpenApi>) => void, string | null]>([
  ['nothing', () => {}, null],
  [
    'a new member of a response',
    (d) => void Object.assign(schema(d, 'Cause').properties ?? {}, { tags: { type: 'string' } }),
    null,
  ],
  [
    'a new optional field of a request',
    (d) => void Object.assign(body(d).properties ?? {}, { note: { type: 'string' } }),
    null,
  ],
  ['a new path', (d) => void Object.assign(d.paths, { '/v1/donors': { get: { responses: {} } } }), null],
  ['a wider limit of a request', (d) => void Object.assign(body(d).properties?.amount ?? {}, { maximum: 2e12 }), null],
  ['a path that is gone', (d) => void delete d.paths['/v1/causes'], 'POST /v1/causes is gone'],
  [
    'a member that is gone',
    (d) => void delete schema(d, 'Cause').properties?.slug,
    'GET /v1/causes/{key} 200: slug is gone',
  ],
  [
    'a member that may be absent',
    (d) => void schema(d, 'Cause').required?.splice(0, 1),
    'GET /v1/causes/{key} 200: key is optional now',
  ],
  [
    'a field that is required',
    (d) => void body(d).required?.push('email'),
    'POST /v1/checkout_links body: email is required now',
  ],
  [
    'a narrower limit',
    (d) => void Object.assign(body(d).properties?.amount ?? {}, { maximum: 5 }),
    'POST /v1/checkout_links body.amount: maximum is lower',
  ],
  [
    'a shorter name of a member that partners choose',
    (d) => void Object.assign(body(d).properties?.metadata?.propertyNames ?? {}, { maxLength: 5 }),
    'POST /v1/checkout_links body.metadata(names): maxLength is lower',
  ],
  [
    'a shorter value of such a member',
    (d) => void Object.assign(body(d).properties?.metadata?.additionalProperties ?? {}, { maxLength: 5 }),
    'POST /v1/checkout_links body.metadata(members): maxLength is lower',
  ],
  [
    'an operation with another name, after which generated clients name their functions',
    (d) => void Object.assign(mint(d) ?? {}, { operationId: 'mint' }),
    'POST /v1/checkout_links: createCheckoutLink is named mint now',
  ],
  [
    'an operation that asks for a key',
    (d) => void Object.assign(d.paths['/v1/checkout_links/{id}/public']?.get ?? {}, { security: [{ key: [] }] }),
    'GET /v1/checkout_links/{id}/public: its security is another',
  ],
  [
    'a body that is required',
    (d) => void Object.assign(d.paths['/v1/causes/{key}']?.get ?? {}, { requestBody: { required: true, content: {} } }),
    'GET /v1/causes/{key}: its body is required now',
  ],
  [
    'a value that is refused',
    (d) => void body(d).properties?.currency?.enum?.pop(),
    'POST /v1/checkout_links body.currency: UYU is refused now',
  ],
  [
    'a new state in a response',
    (d) => void schema(d, 'Cause').properties?.state?.enum?.push('asleep'),
    'GET /v1/causes/{key} 200.state: asleep is a new value',
  ],
  [
    'a new status of a link',
    (d) => void schema(d, 'UnpaidCheckoutLink').properties?.status?.enum?.push('paused'),
    'GET /v1/checkout_links/{id} 200: status paused is new',
  ],
  [
    'a member of a variant that is gone',
    (d) => void delete schema(d, 'CompletedCheckoutLink').properties?.payment_id,
    'GET /v1/checkout_links/{id} 200(completed): payment_id is gone',
  ],
  [
    'a header that is gone',
    (d) => void Reflect.deleteProperty(mint(d)?.responses[201]?.headers ?? {}, 'Idempotent-Replayed'),
    'POST /v1/checkout_links 201: the header Idempotent-Replayed is gone',
  ],
])('%s', (_, edit, expected) => {
  const found = changesBy(edit);
  if (expected === null) expect(found).toEqual([]);
  else expect(found).toContain(expected);
});
