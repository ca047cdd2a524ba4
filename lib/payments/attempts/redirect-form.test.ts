import { afterAll, beforeAll, expect, test } from 'vitest';
import { pool } from '#lib/db.ts';
import { type ChildServer, startChildServer } from '#testing/child-server.ts';
import { localCalls, localLinks, paymentsAt, startPse, startWallet, webhooksDelivered } from '#testing/local-rails.ts';
import { attemptsOf, donorReturns, poll } from '#testing/money.ts';
import { PAYER } from '#testing/payer.ts';
import { expectRefused } from '#testing/problems.ts';
import { runningService } from '#testing/running-service.ts';

const { service, partner } = runningService();
const links = localLinks(service, partner);
let server: ChildServer;
beforeAll(async () => {
  server = await startChildServer({ LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await server.kill();
});

/** Personal data that only the gateway may get: unlike anything else in the database or the log. */
const SECRET_PAYER = {
  ...PAYER,
  document_number: '79314159265',
  first_name: 'Nepomucena',
  last_name: 'Zapatoca',
  email: 'nepomucena@pagos.example',
  phone: '3187654321',
  street_name: 'Callejón Sotavento',
  // No part of a UUID.
  street_number: '97-z3',
  neighborhood: 'Quirigua Alto',
  city: 'Zipacón',
  zip_code: '25293',
};
const { person_type: _, document_type: __, bank: ___, ...PERSONAL } = SECRET_PAYER;
const { zip_code, ...LONG } = PERSONAL;
const secrets = [...Object.values(LONG), '7654321'];
/** The personal data that a text contains, in any case. Five digits are it only by themselves: ids and times contain others. */
const secretsIn = (text: string) => [
  ...secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase())),
  ...(new RegExp(`(?<![\\w.])${zip_code}(?!\\w)`).test(text) ? [zip_code] : []),
];

/** Every row of every table, including the queue's, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

test('a donor’s PSE data reaches the gateway, and neither our database nor our log', async () => {
  const link = await links.colombian({ email: 'receipt@example.org' });
  const started = await startPse(server, link.id, { payer: SECRET_PAYER });
  expect(started.status).toBe(200);
  const [payment] = await paymentsAt(service, link.id);
  const [call] = (await localCalls(service, '/v1/', 'POST')).slice(-1);
  for (const sent of ['Nepomucena', 'Sotavento', '"318"', '25293', 'Quirigua']) expect(call?.body).toContain(sent);
  // A refusal and an error write different log lines.
  const other = await links.colombian();
  await service.control('mercado-pago-co/fail', { kind: 'status', status: 400, method: 'POST' });
  await startPse(server, other.id, { payer: SECRET_PAYER });
  await service.control('mercado-pago-co/fail', { kind: 'reset_after', method: 'POST' });
  await startPse(server, other.id, { payer: SECRET_PAYER });
  await service.control('mercado-pago-co/approve', { payment_id: payment.id });
  await webhooksDelivered(service);
  await donorReturns(server, link.id);
  await service.runJobs();
  expect((await poll(server, partner.key, link.id)).body.status).toBe('completed');
  const stored = await wholeDatabase();
  expect(stored).toContain('receipt@example.org');
  expect(secretsIn(stored)).toEqual([]);
  expect(server.output()).toContain('/checkout/redirect');
  expect(server.output()).toContain('a gateway refused what a donor entered');
  expect(secretsIn(server.output())).toEqual([]);
  expect(secretsIn(started.text)).toEqual([]);
});

test('errors in the form are reported at their fields, by code, and nothing is sent or stored', async () => {
  const link = await links.colombian();
  const sent = (await localCalls(service, '/v1/', 'POST')).length;
  const reply = await startPse(service, link.id, {
    payer: { ...PAYER, document_number: '1'.repeat(16), phone: '123', city: '', zip_code: 'x', bank: '' },
  });
  const fields = ['document_number', 'bank', 'phone', 'city', 'zip_code'];
  expect(expectRefused(reply, ...fields.map((field) => `payer.${field}`))).toEqual([
    'too_long',
    'required',
    'phone',
    'required',
    'zip_code',
  ]);
  expect(await localCalls(service, '/v1/', 'POST')).toHaveLength(sent);
  expect(await attemptsOf(link.id)).toEqual([]);
});

test('an unknown bank is reported at its field, and nothing is sent', async () => {
  const link = await links.colombian();
  const reply = await startPse(service, link.id, { payer: { ...PAYER, bank: '9999' } });
  expect(expectRefused(reply, 'payer.bank')).toEqual(['invalid']);
  expect(await paymentsAt(service, link.id)).toEqual([]);
});

test.each([undefined, null, 'Ana', [], {}])('the form %j is refused at its fields', async (payer) => {
  const link = await links.colombian();
  const { status, body } = await startPse(service, link.id, { payer });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
  for (const { field, message } of body.errors) {
    expect(field).toMatch(/^payer(\.|$)/);
    expect(message).toBe('required');
  }
});

test('a field that the form does not have is refused, above all an amount', async () => {
  const link = await links.colombian();
  expect((await startPse(service, link.id, { payer: { ...PAYER, amount: 1 } })).status).toBe(400);
  expect((await startPse(service, link.id, { amount: 1 })).status).toBe(400);
  expectRefused(await startPse(service, link.id, { method: 'cash' }), 'method');
  expectRefused(await startPse(service, link.id, { start_over: 'yes' }), 'start_over');
  expectRefused(await startPse(service, '', {}), 'ref');
  expect(await attemptsOf(link.id)).toEqual([]);
});

test('the wallet only needs an email, which can be empty', async () => {
  const link = await links.mexican();
  for (const email of ['nobody', 'a@b', 7])
    expect(expectRefused(await startWallet(service, link.id, { payer: { email } }), 'payer.email')).toEqual([
      'invalid',
    ]);
  expect((await startWallet(service, link.id, { payer: { email: ' sofia@example.org ' } })).status).toBe(200);
});

test('a missing link is 404, whatever else is wrong', async () => {
  for (const ref of ['chl_none', 'x'.repeat(255)])
    expect((await startPse(service, ref, { payer: {} })).status).toBe(404);
});
