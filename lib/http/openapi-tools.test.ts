// @module-tag full

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import Core from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { convert } from 'openapi-to-postmanv2';
import { expect, test } from 'vitest';
import { optional } from '#lib/optional.ts';
import { loadGenerator } from '#scripts/generate-sdk-types.ts';
import { createPartner, openLink, publishedCause } from '#testing/factories.ts';
import { runningService } from '#testing/running-service.ts';
import { openApiDocument } from './openapi.ts';

const { service } = runningService();
const document = openApiDocument({
  publicBaseUrl: 'https://api.example.org',
  sandboxBaseUrl: 'https://sandbox.example.org',
});

test('Spectral finds nothing to warn of', async () => {
  const linter = new Core.Spectral();
  linter.setRuleset({ extends: oas as Core.RulesetDefinition, rules: {} });
  const found = await linter.run(new Core.Document(JSON.stringify(document), Json));
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
});

/** A use of a generated client. It also has what must not compile. */
const USE_OF_CLIENT = `
import { createCheckoutLink, readCheckoutLink } from './client/sdk.gen';

export async function paid(id: string): Promise<number | undefined> {
  const { data } = await readCheckoutLink({ path: { id } });
  // @ts-expect-error Only a completed link has an amount paid.
  void data?.amount_paid;
  return data?.status === 'completed' ? data.amount_paid : undefined;
}

export async function refused(): Promise<string[]> {
  // @ts-expect-error The amount is missing.
  await createCheckoutLink({ body: { cause: 'a-roof', currency: 'USD' } });
  const { error } = await createCheckoutLink({ body: { cause: 'a-roof', amount: 50, currency: 'USD' } });
  // @ts-expect-error Only an invalid request has errors.
  void error?.errors;
  // @ts-expect-error No error has this code.
  if (error?.code === 'no_such_code') return [];
  return error?.code === 'validation_failed' ? error.errors.map(({ field }) => field) : [];
}
`;

test('a generated client compiles under strict rules, and narrows links and errors', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
  try {
    const generate = await loadGenerator();
    await generate({
      input: JSON.parse(JSON.stringify(document)),
      output: join(folder, 'client'),
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent', file: false },
    });
    writeFileSync(join(folder, 'use.ts'), USE_OF_CLIENT);
    const options = ['--strict', '--noUncheckedIndexedAccess', '--module', 'esnext', '--target', 'es2022'];
    const resolution = ['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const args = [compiler, '--noEmit', ...options, ...resolution, 'use.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((e) => e);
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

type Item = { name: string; item?: Item[]; request: Request };
type Request = {
  method: string;
  url: { path: string[]; variable: { key: string; value: string }[] };
  header: { key: string; value: string }[];
  body?: { raw: string };
};

/** The requests of a collection that Postman makes from the document. */
function postmanRequests(): Promise<Request[]> {
  const requestsOf = (item: Item): Request[] => item.item?.flatMap(requestsOf) ?? [item.request];
  return new Promise((resolve, reject) => {
    convert({ type: 'json', data: document }, { requestParametersResolution: 'Example' }, (error, result) => {
      if (error || !result.result) return reject(error ?? new Error(result.result ? '' : result.reason));
      resolve(result.output.flatMap(({ data }) => requestsOf(data as unknown as Item)));
    });
  });
}

test('the requests of a Postman collection made from it are accepted as they are', async () => {
  const partner = await createPartner();
  const cause = await publishedCause(service, partner);
  const { id } = await openLink(service, partner, { cause });
  // Those of the examples are not there.
  const withOurs = (text: string) => text.replace(/\bchl_\w+/g, id).replace(/\ba-roof[\w-]*/g, cause);
  const seen: string[] = [];
  for (const { method, url, header, body } of await postmanRequests()) {
    const values = new Map(url.variable.map((variable) => [variable.key, variable.value]));
    const path = `/${url.path.map((part) => (part.startsWith(':') ? values.get(part.slice(1)) : part)).join('/')}`;
    const headers = Object.fromEntries(header.map((one) => [one.key.toLowerCase(), one.value]));
    const raw = body && withOurs(body.raw);
    const { status } = await service.call(withOurs(path), {
      method,
      key: partner.key,
      headers,
      ...optional('raw', raw),
    });
    seen.push(`${method} ${path.replace(/(chl_|a-roof)[^/]*/, '…')} ${status}`);
  }
  expect(seen).toEqual([
    'POST /v1/checkout_links 201',
    'GET /v1/checkout_links/… 200',
    'GET /v1/checkout_links/…/public 200',
    'POST /v1/checkout_links/…/payment_intent 200',
    'POST /v1/causes 201',
    'GET /v1/causes/… 200',
  ]);
});
