import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import type { Client } from '#prisma/generated/client.ts';
import { type Branding, sanitiseBranding } from './branding.ts';

export type ClientChange = {
  name?: string;
  feePercent?: number;
  feeModel?: string;
  accentColor?: string | null;
  displayName?: string | null;
  logoUrl?: string | null;
  contactEmail?: string | null;
};

/** A client as the console and the dashboard show it. Percent: 5 means 5%. */
export type ClientView = {
  id: string;
  name: string;
  fee_percent: number;
  fee_model: string;
  branding?: Branding;
  contact_email?: string;
};

/** Creates a client; what is not given follows the published agreement: 5%, plus_gateway_costs (decisions.md 17). */
export async function createClient(tx: Tx, change: ClientChange & { name: string }): Promise<ClientView> {
  return presentClient(await tx.client.create({ data: { ...change, id: newId('client') } }));
}

/** Changes a client; undefined where there is none with this id. */
export async function updateClient(
  tx: Tx,
  id: string,
  change: ClientChange,
): Promise<ClientView | undefined> {
  if (!(await tx.client.findUnique({ where: { id } }))) return undefined;
  return presentClient(await tx.client.update({ where: { id }, data: change }));
}

export function presentClient(client: Client): ClientView {
  const branding = sanitiseBranding(client);
  return {
    id: client.id,
    name: client.name,
    fee_percent: client.feePercent.toNumber(),
    fee_model: client.feeModel,
    ...(branding ? { branding } : {}),
    ...(client.contactEmail === null ? {} : { contact_email: client.contactEmail }),
  };
}
