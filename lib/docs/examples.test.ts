// @module-tag full

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { provisionAccount } from '#lib/accounts/account.ts';
import { createCauseContract } from '#lib/causes/contract.ts';
import { mintLinkContract } from '#lib/checkout-links/contract.ts';
import { transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import type { Permission } from '#lib/permissions.ts';
import { asOwner } from '#testing/as-owner.ts';
import { createPartner, openLink, type Partner, publishedCause } from '#testing/factories.ts';
import { runPython, runScript, runShell } from '#testing/run-code.ts';
import { runningService } from '#testing/running-service.ts';
import { EXAMPLE_OWNER } from './guide/start.ts';
import { docsPages } from './pages.ts';
import type { Code } from './section.ts';

/** What most partners have. */
const ORDINARY: Permission[] = ['causes:write', 'cause:read', 'checkout_links:write', 'checkout_links:read'];

const { service } = runningService();
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
let ordinary: Partner;

beforeAll(async () => {
  ordinary = await createPartner({ permissions: ORDINARY });
  await transaction((tx) => provisionAccount(tx, EXAMPLE_OWNER));
});

/** Every example of a page, in the order in which it is printed. */
function examplesOf(path: string): Code[] {
  const page = docsPages(env()).find((one) => one.path === path);
  const blocks = page?.sections.flatMap((section) => section.blocks) ?? [];
  return [
    ...blocks.flatMap((block) => {
      if (typeof block === 'string') return [];
      return 'samples' in block ? block.samples : 'code' in block ? [block] : [];
    }),
    ...(page?.operations.flatMap(({ samples }) => samples) ?? []),
  ];
}

/** Commands that call the API. */
function commandsOf(path: string): string[] {
  return examplesOf(path).flatMap(({ code, language }) =>
    language === 'shell' && /\bcurl\b[\s\S]*\/v1\//.test(code) ? [code] : [],
  );
}

function pythonOf(path: string): string[] {
  return examplesOf(path).flatMap(({ code, language }) => (language === 'python' ? [code] : []));
}

/** The answer and its status, which `curl` prints last. */
async function call(command: string, variables: Record<string, string>) {
  const { stdout } = await runShell(command, variables, folder);
  const [, body = '', status] = /^([\s\S]*)\n(\d{3})\n$/.exec(stdout) ?? [];
  return { status: Number(status), body: JSON.parse(body) };
}

test('the quickstart works as it is printed, with an ordinary key', async () => {
  const [create = '', mint = '', read = '', poll = '', ...others] = commandsOf('/docs');
  expect(others).toEqual([]);
  const KEY = ordinary.key;
  const cause = await call(create, { KEY });
  expect(cause).toMatchObject({
    status: 201,
    body: { state: 'draft', owners: [{ email: EXAMPLE_OWNER.email }] },
  });
  const link = await call(mint, { KEY, CAUSE: cause.body.key });
  expect(link).toMatchObject({ status: 201, body: { cause: cause.body.key, status: 'open' } });
  const LINK = link.body.id;
  expect(await call(read, { KEY, LINK })).toMatchObject({ status: 200, body: { id: LINK } });
  await asOwner(`UPDATE checkout_links SET cancelled_at = now() WHERE id = '${LINK}'`);
  const ended = await runScript(poll, { KEY, LINK }, folder);
  expect(JSON.parse(ended.stdout)).toMatchObject({ id: LINK, status: 'cancelled' });
  await expect(runScript(poll, { KEY, LINK: 'chl_none' }, folder)).resolves.toMatchObject({
    stdout: expect.stringContaining('checkout_link_not_found'),
  });
});

describe('in the reference', () => {
  const CAUSE = createCauseContract.example.reply.key;
  const LINK = mintLinkContract.example.reply.id;

  /** The cause and the link of the examples, as if this partner had made them. */
  beforeAll(async () => {
    const cause = await publishedCause(service, ordinary);
    const { id } = await openLink(service, ordinary, { cause });
    await asOwner(`
      INSERT INTO causes
        SELECT (jsonb_populate_record(c, '{"key": "${CAUSE}", "slug": "${CAUSE}"}')).* FROM causes c WHERE key = '${cause}';
      INSERT INTO cause_addresses (address, cause_key) VALUES ('${CAUSE}', '${CAUSE}');
      INSERT INTO checkout_links
        SELECT (jsonb_populate_record(l, '{"id": "${LINK}", "cause_key": "${CAUSE}"}')).* FROM checkout_links l WHERE id = '${id}';`);
  });

  test('every command succeeds as it is printed, with an ordinary key', async () => {
    const seen: number[] = [];
    for (const command of commandsOf('/docs/api')) seen.push((await call(command, { KEY: ordinary.key })).status);
    expect(seen).toEqual([201, 200, 200, 200, 201, 200]);
  });

  test('every example in Python succeeds as it is printed', async () => {
    const seen: string[] = [];
    for (const code of pythonOf('/docs/api'))
      seen.push((await runPython(code, { KEY: ordinary.key }, folder)).stdout.slice(0, 3));
    expect(seen).toEqual(['201', '200', '200', '200', '201', '200']);
  });
});

test('the quickstart in Python is one program that runs to its end', async () => {
  const [create = '', mint = '', read = ''] = pythonOf('/docs');
  const { stdout } = await runPython([create, mint, read].join('\n\n'), { KEY: ordinary.key }, folder);
  expect(stdout.match(/^\d{3}/gm)).toEqual(['201', '201', '200']);
});

test('no example in Python takes the key to where a redirect leads', () => {
  const keyed = docsPages(env()).flatMap(({ path }) => pythonOf(path).filter((code) => code.includes('X-API-Key')));
  expect(keyed.length).toBeGreaterThan(6);
  for (const code of keyed) expect(code).toContain('allow_redirects=False');
});

test('no two commands share an idempotency key', () => {
  const keys = docsPages(env()).flatMap(({ path }) =>
    commandsOf(path).flatMap((code) => [...code.matchAll(/Idempotency-Key: ([^']+)'/g)].map(([, key]) => key)),
  );
  expect(keys.length).toBeGreaterThan(4);
  expect(new Set(keys).size).toBe(keys.length);
});
