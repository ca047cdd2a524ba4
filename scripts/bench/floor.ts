import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { donationFloor, type Row } from './donation-floor.ts';

/**
 * The floor: what Node and PostgreSQL can do at all on this machine. A bare `node:http` server that answers the same JSON
 * from the same tables with one prepared statement a request, its key checked by hash within it, and nothing else: no
 * validation, no limits, no log. Started by scripts/bench.ts, which tells the port.
 */
const { FLOOR_PORT = '', DATABASE_URL = '', FLOOR_BASE_URL = '', FLOOR_PAGE_BYTES = '0' } = process.env;
const { FLOOR_EMULATOR_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20, options: '-c timezone=UTC' });
const page = `<!DOCTYPE html>${'x'.repeat(Math.max(0, Number(FLOOR_PAGE_BYTES) - 22))}</html>`;

async function one(name: string, text: string, values: unknown[]): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows[0];
}

const keyHash = (request: IncomingMessage) =>
  createHash('sha256').update(String(request.headers['x-api-key'])).digest('hex');
const randomId = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`;

const LINK_COLUMNS = `l.id, l.cause_key, l.amount, l.currency, l.fee_percent, l.expires_at, l.created_at, l.external_reference,
  l.metadata, l.cancelled_at`;

function linkJson(row: Row): string {
  const paid = row.payment_id
    ? {
        amount_paid: Number(row.paid),
        currency_paid: row.currency,
        payment_id: row.payment_id,
        completed_at: (row.succeeded_at as Date).toISOString(),
      }
    : {};
  return JSON.stringify({
    id: row.id,
    object: 'checkout_link',
    url: `${FLOOR_BASE_URL}/checkout?ref=${row.id}`,
    status: row.payment_id ? 'completed' : 'open',
    cause: row.cause_key,
    amount: Number(row.amount),
    currency: row.currency,
    fee_percent: Number(row.fee_percent),
    expires_at: (row.expires_at as Date).toISOString(),
    created_at: (row.created_at as Date).toISOString(),
    ...paid,
    external_reference: row.external_reference ?? undefined,
    metadata: row.metadata ? JSON.parse(String(row.metadata)) : undefined,
  });
}

function readLink(request: IncomingMessage, id: string): Promise<Row | undefined> {
  return one(
    'read',
    `SELECT ${LINK_COLUMNS}, p.id AS payment_id, p.amount AS paid, p.succeeded_at
       FROM api_keys k JOIN checkout_links l ON l.client_id = k.client_id
       LEFT JOIN payments p ON p.link_id = l.id AND p.state = 'approved'
      WHERE k.hash = $1 AND k.revoked_at IS NULL AND l.id = $2`,
    [keyHash(request), id],
  );
}

function readPublic(id: string): Promise<Row | undefined> {
  return one(
    'public',
    `SELECT l.id, l.amount, l.currency, l.expires_at, c.key, c.title, c.cover_image_url, p.id AS payment_id, p.amount AS paid
       FROM checkout_links l JOIN causes c ON c.key = l.cause_key
       LEFT JOIN payments p ON p.link_id = l.id AND p.state = 'approved' WHERE l.id = $1`,
    [id],
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function mint(request: IncomingMessage): Promise<Row | undefined> {
  const asked = JSON.parse(await textOf(request));
  const now = Date.now();
  return one(
    'mint',
    `INSERT INTO checkout_links AS l (id, client_id, cause_key, amount, currency, fee_percent, created_at, expires_at)
     SELECT $1, k.client_id, c.key, $2, $3, c.fee_percent, $4, $5
       FROM api_keys k, cause_addresses a JOIN causes c ON c.key = a.cause_key
      WHERE k.hash = $6 AND k.revoked_at IS NULL AND a.address = $7 RETURNING ${LINK_COLUMNS}`,
    [
      randomId('chl'),
      asked.amount,
      asked.currency,
      new Date(now),
      new Date(now + 86_400_000),
      keyHash(request),
      asked.cause,
    ],
  );
}

async function createCause(request: IncomingMessage): Promise<Row | undefined> {
  const asked = JSON.parse(await textOf(request));
  const key = randomId('cause');
  return one(
    'cause',
    `INSERT INTO causes (key, client_id, owner_id, slug, title, country, currency, fee_percent, fee_model, terms_accepted_at,
                         terms_version, terms_accepted_ip)
     SELECT $1, k.client_id, 'acc_bench', $1, $2, 'us', 'USD', 5, 'plus_gateway_costs', now(), '1', '127.0.0.1'
       FROM api_keys k WHERE k.hash = $3 AND k.revoked_at IS NULL RETURNING key, title, state, created_at`,
    [key, asked.title, keyHash(request)],
  );
}

const donation = donationFloor(one, FLOOR_EMULATOR_URL);

function send(response: ServerResponse, status: number, text: string, type = 'application/json'): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const donated = donation(path, request, () => textOf(request));
  if (donated) return send(response, 200, JSON.stringify((await donated) ?? {}));
  if (path === '/checkout') return send(response, 200, page, 'text/html; charset=utf-8');
  if (request.method === 'POST' && path === '/v1/causes')
    return send(response, 201, JSON.stringify(await createCause(request)));
  if (request.method === 'POST') {
    const replayed = request.headers['x-bench-replay'] && (await findReplay(request));
    if (replayed) return send(response, 201, String(replayed.response));
    const row = await mint(request);
    return row ? send(response, 201, linkJson(row)) : send(response, 401, '{}');
  }
  const [, id = '', isPublic] = /^\/v1\/checkout_links\/([^/]+)(\/public)?$/.exec(path) ?? [];
  const row = isPublic ? await readPublic(id) : await readLink(request, id);
  if (!row) return send(response, 404, '{}');
  const text = isPublic ? JSON.stringify(row) : linkJson(row);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  if (request.headers['if-none-match']) return void response.writeHead(304, { ETag: etag }).end();
  send(response, 200, text);
}

function findReplay(request: IncomingMessage): Promise<Row | undefined> {
  return one(
    'replay',
    `SELECT r.response FROM api_keys k JOIN idempotency_records r ON r.scope = k.client_id
      WHERE k.hash = $1 AND k.revoked_at IS NULL AND r.key = $2`,
    [keyHash(request), request.headers['idempotency-key']],
  );
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => send(response, 500, String(error), 'text/plain'));
}).listen(Number(FLOOR_PORT), '127.0.0.1', () => process.send?.({ ready: true }));
process.once('disconnect', () => process.exit(0));
