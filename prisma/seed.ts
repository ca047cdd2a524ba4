import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { causeInput } from '#lib/causes/contract.ts';
import { createCause } from '#lib/causes/create.ts';
import { updateCause } from '#lib/causes/update.ts';
import { linkInput } from '#lib/checkout-links/contract.ts';
import { mintLink } from '#lib/checkout-links/mint.ts';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { type Caller, findCaller } from '#lib/clients/authenticate.ts';
import { createClient } from '#lib/clients/client.ts';
import { createKey } from '#lib/clients/keys.ts';
import { disconnect, type Tx, transaction } from '#lib/db.ts';
import { stopSender } from '#lib/jobs/queue.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';

/** What a newcomer needs for a first donation; kept in DATA_DIR/demo.json, readable by its owner alone. */
export type Demo = {
  key: string;
  client_id: string;
  cause_key: string;
  checkout_url: string;
  link_id: string;
};

/**
 * Makes sure that demonstration data is there and returns it: a client with a key, a published cause, and an open
 * checkout link. Only the link is made anew when the last one has ended. Reads DATABASE_URL from the environment.
 */
export async function seed(dataDir: string): Promise<Demo> {
  const file = join(dataDir, 'demo.json');
  try {
    const earlier = await readDemo(file);
    const caller = earlier && (await findCaller(earlier.key));
    const demo = await transaction((tx) =>
      earlier && caller ? withOpenLink(tx, earlier, caller) : createDemo(tx),
    );
    await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    await chmod(file, 0o600);
    return demo;
  } finally {
    await stopSender();
    await disconnect();
  }
}

async function readDemo(file: string): Promise<Demo | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Demo);
}

async function createDemo(tx: Tx): Promise<Demo> {
  const client = await createClient(tx, {
    name: 'Demo partner',
    displayName: 'Casa Abierta',
    accentColor: '#0F766E',
  });
  const { key, id } = await createKey(tx, {
    clientId: client.id,
    permissions: [...PERMISSION_NAMES],
    allowedIps: [],
  });
  const caller: Caller = {
    clientId: client.id,
    keyId: id,
    permissions: new Set(PERMISSION_NAMES),
    allowedIps: [],
    feePercent: client.fee_percent,
    feeModel: client.fee_model,
  };
  const now = new Date();
  const input = causeInput.parse({
    title: 'A library for the children of Barrio Norte',
    country: 'US',
    owner: { email: 'demo-owner@example.org', name: 'Demo Owner' },
    terms_accepted_at: now.toISOString(),
    terms_version: 'demo',
    terms_accepted_ip: '127.0.0.1',
    description: 'Books, shelves and a roof that does not leak.',
    goal: { amount: 500_000, currency: 'USD' },
  });
  const cause = await createCause(tx, caller, input, now);
  await updateCause(tx, cause.key, { state: 'published' }, now);
  return mintDemoLink(tx, caller, { key, client_id: client.id, cause_key: cause.key });
}

/** The earlier demonstration, with a link that can still be paid. */
async function withOpenLink(tx: Tx, earlier: Demo, caller: Caller): Promise<Demo> {
  const { link_id, key, client_id, cause_key } = earlier;
  const open = await tx.checkoutLink.findFirst({
    where: {
      id: link_id,
      expiresAt: { gt: new Date() },
      cancelledAt: null,
      expiredAt: null,
      payments: { none: { state: 'approved' } },
    },
  });
  return open ? earlier : mintDemoLink(tx, caller, { key, client_id, cause_key });
}

async function mintDemoLink(
  tx: Tx,
  caller: Caller,
  demo: Pick<Demo, 'key' | 'client_id' | 'cause_key'>,
): Promise<Demo> {
  const input = linkInput.parse({ cause: demo.cause_key, amount: 50, currency: 'USD' });
  const link = await mintLink(tx, caller, input, new Date());
  return { ...demo, checkout_url: checkoutUrl(link.id), link_id: link.id };
}
