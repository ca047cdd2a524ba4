import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { provisionAccount } from '#lib/accounts/account.ts';
import { causeInput } from '#lib/causes/contract.ts';
import { createCause } from '#lib/causes/create.ts';
import { overrideCause } from '#lib/causes/override.ts';
import { linkInput } from '#lib/checkout-links/contract.ts';
import { mintLink } from '#lib/checkout-links/mint.ts';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { createClient } from '#lib/clients/client.ts';
import { createKey } from '#lib/clients/keys.ts';
import { db, disconnect, type Tx, transaction } from '#lib/db.ts';
import { EXAMPLE_OWNER } from '#lib/docs/guide/start.ts';
import { type Caller, findCaller } from '#lib/hot-queries/find-caller.ts';
import { stopSender } from '#lib/jobs/enqueue.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';

const demoLink = z.object({ cause_key: z.string(), link_id: z.string(), checkout_url: z.string() });
/** A demonstration cause with a link that can be paid by the methods of its country. */
type DemoLink = z.output<typeof demoLink>;

const demo = demoLink.extend({
  key: z.string(),
  client_id: z.string(),
  /** By bank transfer or card, in Colombia. */
  colombia: demoLink,
  /** By wallet, in Mexico. */
  mexico: demoLink,
  /** Accounts that can sign in: the creator of the causes, and staff. */
  creator_email: z.string(),
  staff_email: z.string(),
});
/** What a newcomer needs for a first donation; stored in DATA_DIR/demo.json (mode 0600). */
export type Demo = z.output<typeof demo>;

const CAUSES = {
  card: {
    title: 'A library for the children of Barrio Norte',
    country: 'US',
    description: 'Books, shelves and a roof that does not leak.',
    goal: { amount: 500_000, currency: 'USD' },
  },
  colombia: {
    title: 'Agua limpia para la vereda El Salado',
    country: 'CO',
    description: 'Un acueducto pequeño, hecho por quienes lo van a usar.',
    goal: { amount: 40_000_000, currency: 'COP' },
  },
  mexico: {
    title: 'Un comedor para la escuela de San Mateo',
    country: 'MX',
    description: 'Mesas, estufa y un año de comidas calientes.',
    goal: { amount: 12_000_000, currency: 'MXN' },
  },
};
const AMOUNTS = { card: 50, colombia: 50_000, mexico: 250 };
type Kind = keyof typeof CAUSES;

const CREATOR = { email: 'demo-owner@example.org', name: 'Demo Owner' };
const STAFF = { email: 'demo-staff@example.org', name: 'Demo Staff', role: 'staff' } as const;

/**
 * Creates the demonstration data unless they exist, and returns them: a client with a key, and three published causes with an
 * open checkout link each, for cards, for Colombia and for Mexico. Links that have ended are minted again. Reads DATABASE_URL
 * from the environment.
 */
export async function seed(dataDir: string): Promise<Demo> {
  const file = join(dataDir, 'demo.json');
  try {
    const earlier = await readDemo(file);
    const caller = earlier && (await findCaller(earlier.key))?.caller;
    // The owner in the documentation's examples, so that they work with any key.
    await transaction((tx) => provisionAccount(tx, EXAMPLE_OWNER));
    const current = earlier && caller ? await withOpenLinks(earlier, caller) : await createDemo();
    await writeFile(file, `${JSON.stringify(current, null, 2)}\n`, { mode: 0o600 });
    await chmod(file, 0o600);
    return current;
  } finally {
    await stopSender();
    await disconnect();
  }
}

/** The demonstration of an earlier start; undefined where there is none that this version can read. */
async function readDemo(file: string): Promise<Demo | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return demo.safeParse(JSON.parse(text)).data;
}

/** Client, causes and accounts in one transaction; then the links, which need a committed cause. */
async function createDemo(): Promise<Demo> {
  const { key, caller, causes, accounts } = await transaction(async (tx) => {
    const client = await createClient(tx, {
      name: 'Demo partner',
      displayName: 'Casa Abierta',
      accentColor: '#0F766E',
    });
    const permissions = [...PERMISSION_NAMES];
    const { key } = await createKey(tx, { clientId: client.id, permissions, allowedIps: [] });
    const caller: Caller = {
      clientId: client.id,
      permissions: new Set(permissions),
      allowedIps: [],
    };
    const causes = {
      card: await publishCause(tx, caller, 'card'),
      colombia: await publishCause(tx, caller, 'colombia'),
      mexico: await publishCause(tx, caller, 'mexico'),
    };
    return { key, caller, causes, accounts: await createAccounts(tx) };
  });
  return {
    key,
    client_id: caller.clientId,
    ...(await mint(caller, 'card', causes.card)),
    colombia: await mint(caller, 'colombia', causes.colombia),
    mexico: await mint(caller, 'mexico', causes.mexico),
    ...accounts,
  };
}

/** Finds the creator's account, which creating the causes has provisioned, and adds one of staff. */
async function createAccounts(tx: Tx): Promise<Pick<Demo, 'creator_email' | 'staff_email'>> {
  const creator = await provisionAccount(tx, CREATOR);
  const staff = await provisionAccount(tx, STAFF);
  return { creator_email: creator.account.email, staff_email: staff.account.email };
}

/** Returns its key. */
async function publishCause(tx: Tx, caller: Caller, kind: Kind): Promise<string> {
  const now = new Date();
  const input = causeInput.parse({
    ...CAUSES[kind],
    owner: CREATOR,
    terms_accepted_at: now.toISOString(),
    terms_version: 'demo',
    terms_accepted_ip: '127.0.0.1',
  });
  const { key } = await createCause(tx, caller, input, now);
  await overrideCause(tx, key, { state: 'published' }, now);
  return key;
}

async function withOpenLinks(earlier: Demo, caller: Caller): Promise<Demo> {
  return {
    ...earlier,
    ...(await openLink(caller, 'card', earlier)),
    colombia: await openLink(caller, 'colombia', earlier.colombia),
    mexico: await openLink(caller, 'mexico', earlier.mexico),
  };
}

/** The earlier link while it can be paid, else a new one on the same cause. */
async function openLink(caller: Caller, kind: Kind, earlier: DemoLink): Promise<DemoLink> {
  const { link_id, cause_key } = earlier;
  const open = await db().checkoutLink.findFirst({
    where: {
      id: link_id,
      expiresAt: { gt: new Date() },
      cancelledAt: null,
      expiredAt: null,
      payments: { none: { state: 'approved' } },
    },
  });
  // At this start's address, which may have another port.
  return open ? { link_id, cause_key, checkout_url: checkoutUrl(link_id) } : mint(caller, kind, cause_key);
}

async function mint(caller: Caller, kind: Kind, cause: string): Promise<DemoLink> {
  const { currency } = CAUSES[kind].goal;
  const input = linkInput.parse({ cause, amount: AMOUNTS[kind], currency });
  const link = await mintLink(caller, input, new Date());
  return { cause_key: cause, link_id: link.id, checkout_url: checkoutUrl(link.id) };
}
