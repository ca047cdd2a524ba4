// @module-tag full

import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { transaction } from '#lib/db.ts';
import { optional } from '#lib/optional.ts';
import { changeCause, createPartner } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';
import { postmanCollection } from './postman.ts';

const { service } = runningService();

/** The parts of a collection that Postman runs. */
type Collection = { variable: { key: string; value: string }[]; item: { item: Item[] }[] };
type Item = {
  name: string;
  event?: { script: { exec: string[] } }[];
  request: {
    method: string;
    auth?: { type: string };
    header: { key: string; value: string }[];
    url: { raw: string };
    body?: { raw: string };
  };
};

test('each request of the collection succeeds when they are sent in order, with an ordinary key', async () => {
  const { key } = await createPartner({
    permissions: ['causes:write', 'cause:read', 'checkout_links:write', 'checkout_links:read'],
  });
  const owner = { email: 'reader@example.org', name: 'Reader' };
  await transaction((tx) => provisionAccount(tx, owner));
  const collection = postmanCollection(service.url) as Collection;
  const values = new Map(collection.variable.map((variable) => [variable.key, variable.value]));
  // What a reader fills in.
  values.set('apiKey', key).set('ownerEmail', owner.email);
  const filled = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomUUID() : (values.get(name) ?? ''),
    );
  const seen: string[] = [];
  const idempotencyKeys: string[] = [];
  for (const { name, request, event = [] } of collection.item.flatMap(({ item }) => item)) {
    const headers = Object.fromEntries(request.header.map((one) => [one.key.toLowerCase(), filled(one.value)]));
    idempotencyKeys.push(...[headers['idempotency-key'] ?? []].flat());
    const reply = await service.call(filled(request.url.raw).replace(service.url, ''), {
      method: request.method,
      headers,
      ...optional('key', request.auth?.type === 'noauth' ? undefined : values.get('apiKey')),
      ...optional('raw', request.body && filled(request.body.raw)),
    });
    seen.push(`${reply.status} ${name}`);
    for (const { script } of event)
      runInNewContext(script.exec.join('\n'), {
        pm: {
          response: { json: () => reply.body },
          collectionVariables: { set: (variable: string, value: string) => values.set(variable, value) },
        },
      });
    // What the owner does in the dashboard, before donors can pay.
    if (name === 'Create a cause') await changeCause(reply.body.key, { state: 'published' });
  }
  expect(seen).toEqual([
    '201 Create a cause',
    '200 Read a cause',
    '201 Mint a checkout link',
    '200 Read a checkout link',
    '200 Read the public view of a checkout link',
    '200 Get the payment intent of a checkout link',
  ]);
  expect(new Set(idempotencyKeys).size).toBe(3);
});
