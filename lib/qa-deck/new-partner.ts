import { type CauseReply, causeInput } from '#lib/causes/contract.ts';
import { createCause } from '#lib/causes/create.ts';
import { overrideCause } from '#lib/causes/override.ts';
import { presentCause } from '#lib/causes/present.ts';
import { createClient } from '#lib/clients/client.ts';
import { createKey } from '#lib/clients/keys.ts';
import { transaction } from '#lib/db.ts';
import { env } from '#lib/env.ts';
import { PERMISSION_NAMES } from '#lib/permissions.ts';

/** The goals of the causes, in major units: one cause for each set of methods that donors meet. */
const GOALS = {
  US: { amount: 500_000, currency: 'USD' },
  BR: { amount: 500_000, currency: 'BRL' },
  CO: { amount: 40_000_000, currency: 'COP' },
  MX: { amount: 12_000_000, currency: 'MXN' },
} as const;

/** A partner of QA's own: its API key, its published causes by country, and where the mails of the service arrive. */
type NewPartner = {
  api_key: string;
  causes: Record<keyof typeof GOALS, CauseReply>;
  mailbox_url: string;
};

/**
 * Creates a partner with a key of every permission and a published cause for each country, so that tests that run at the
 * same time share nothing. Exists where the deck exists: with the emulators, on this machine.
 */
export async function newPartner(now: Date): Promise<NewPartner> {
  return transaction(async (tx) => {
    const { id: clientId } = await createClient(tx, { name: 'QA', displayName: 'Casa Abierta' });
    const permissions = [...PERMISSION_NAMES];
    const { key } = await createKey(tx, { clientId, permissions, allowedIps: [] });
    const caller = { clientId, permissions: new Set(permissions), allowedIps: [] };
    const publish = async (country: keyof typeof GOALS) => {
      const input = causeInput.parse({
        title: 'A well for San Mateo',
        country,
        goal: GOALS[country],
        owner: { email: `${clientId.toLowerCase()}@example.org`, name: 'Ana Owner' },
        terms_accepted_at: now.toISOString(),
        terms_version: '1',
        terms_accepted_ip: '203.0.113.7',
      });
      const cause = await createCause(tx, caller, input, now);
      return presentCause(tx, await overrideCause(tx, cause.key, { state: 'published' }, now));
    };
    return {
      api_key: key,
      causes: {
        US: await publish('US'),
        BR: await publish('BR'),
        CO: await publish('CO'),
        MX: await publish('MX'),
      },
      mailbox_url: `${env().stripe.apiBase}/mailbox.json`,
    };
  });
}
