import { createCauseContract } from '#lib/causes/contract.ts';
import type { Contract } from '#lib/contract.ts';
import { CONTRACTS } from '#lib/http/contracts.ts';
import { API_VERSION } from '#lib/http/openapi.ts';
import { PERMISSIONS } from '#lib/permissions.ts';
import { EXAMPLE_OWNER } from './guide/start.ts';

/** Values that requests take over from earlier ones: the variable, and the operation that gives it with its member. */
const HANDED_ON = {
  causeKey: { from: 'createCause', member: 'key' },
  linkId: { from: 'createCheckoutLink', member: 'id' },
} as const;

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The API as a Postman collection, version 2.1, made from the contracts: a key is entered once, every send has an
 * idempotency key of its own, and what one request creates the next one uses
 * (docs/decisions/2026-11-23-documentation-from-one-source.md).
 * @param baseUrl of the deployment that serves it
 */
export function postmanCollection(baseUrl: string): object {
  const folder = (name: string, contracts: readonly Contract[]) => ({ name, item: contracts.map(itemOf) });
  const isOfCauses = ({ path }: Contract) => path.startsWith('/v1/causes');
  return {
    info: {
      name: 'Fundraising Partner API',
      description: `Set the variable apiKey to your key, and ownerEmail to the email of an account. Send “Create a cause” first: the other requests use what it creates. Its owner publishes it in the dashboard before the payment intent can be sent. Documentation: ${baseUrl}/docs`,
      version: API_VERSION,
      schema: SCHEMA,
    },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
      { key: 'ownerEmail', value: EXAMPLE_OWNER.email, type: 'string' },
      ...Object.keys(HANDED_ON).map((key) => ({ key, value: '', type: 'string' })),
    ],
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    item: [
      folder('Causes', CONTRACTS.filter(isOfCauses)),
      folder(
        'Checkout links',
        CONTRACTS.filter((contract) => !isOfCauses(contract)),
      ),
    ],
  };
}

function itemOf(contract: Contract) {
  const { operationId, summary, description, method, permission, example, idempotency } = contract;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'key' ? '{{causeKey}}' : '{{linkId}}',
  );
  const json = example.body === undefined ? undefined : JSON.stringify(example.body, null, 2);
  const given = Object.entries(HANDED_ON).find(([, { from }]) => from === operationId);
  return {
    name: summary,
    ...(given
      ? {
          event: [
            {
              listen: 'test',
              script: {
                type: 'text/javascript',
                exec: [
                  `const { ${given[1].member} } = pm.response.json();`,
                  `if (${given[1].member}) pm.collectionVariables.set('${given[0]}', ${given[1].member});`,
                ],
              },
            },
          ],
        }
      : {}),
    request: {
      method,
      description: permission
        ? `${description}\n\nPermission: ${permission} (${PERMISSIONS[permission]}).`
        : description,
      ...(permission === null ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(json ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...(idempotency ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
      },
      ...(json
        ? {
            body: {
              mode: 'raw',
              raw: json
                .replaceAll(createCauseContract.example.reply.key, '{{causeKey}}')
                // It has to be that of an account.
                .replaceAll(EXAMPLE_OWNER.email, '{{ownerEmail}}'),
              options: { raw: { language: 'json' } },
            },
          }
        : {}),
    },
  };
}
