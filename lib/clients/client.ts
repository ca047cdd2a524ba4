import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { optional } from '#lib/optional.ts';
import { audit, changedFields } from '#lib/policy/audit.ts';
import { requiresApproval } from '#lib/policy/authorise.ts';
import type { Client } from '#prisma/generated/client.ts';
import { type Branding, sanitiseBranding } from './branding.ts';
import { mailTermsChanged } from './mail.ts';
import { changedTerms, termsOf } from './terms.ts';

export type ClientChange = {
  name?: string;
  feePercent?: number;
  feeModel?: string;
  accentColor?: string | null;
  displayName?: string | null;
  logoUrl?: string | null;
  contactEmail?: string | null;
  legalName?: string | null;
  termsUrl?: string | null;
  privacyUrl?: string | null;
  supportEmail?: string | null;
  taxId?: string | null;
  deductible?: 'yes' | 'no' | null;
  deductibleNote?: string | null;
};

/** A client as the console and the dashboard show it. Percent: 5 means 5%. */
type ClientView = {
  id: string;
  name: string;
  fee_percent: number;
  fee_model: string;
  branding?: Branding;
  contact_email?: string;
  legal_name?: string;
  terms_url?: string;
  privacy_url?: string;
  support_email?: string;
  tax_id?: string;
  deductible?: string;
  deductible_note?: string;
};

/** Creates a client; missing values follow the published agreement: 5%, plus_gateway_costs (ruling 17). */
export async function createClient(tx: Tx, change: ClientChange & { name: string }): Promise<ClientView> {
  return presentClient(await tx.client.create({ data: { ...change, id: newId('client') } }));
}

/**
 * Changes a client, and writes what changed to the audit log; undefined if none has this id. Its contact is mailed about other
 * terms, which only the operator's console changes in this way: staff ask for them (terms.ts).
 * @param actor who changes it: an account's id, or `console`
 * @param more for the entry of the audit log
 */
export async function updateClient(
  tx: Tx,
  id: string,
  change: ClientChange,
  actor: string,
  more: Record<string, unknown> = {},
): Promise<ClientView | undefined> {
  const before = await tx.client.findUnique({ where: { id } });
  if (!before) return undefined;
  const after = await tx.client.update({ where: { id }, data: change });
  const hasOtherTerms = changedTerms(termsOf(before), termsOf(after)).length > 0;
  if (hasOtherTerms) await mailTermsChanged(tx, id, termsOf(before), termsOf(after), null);
  const alone = requiresApproval('client.update', hasOtherTerms) ? { withoutSecondPerson: true } : {};
  const data = changedFields(before, after, Object.keys(change) as (keyof ClientChange)[]);
  await audit(tx, { actor, action: 'client.update', subject: id, data: { ...data, ...alone, ...more } });
  return presentClient(after);
}

function presentClient(client: Client): ClientView {
  const branding = sanitiseBranding(client);
  return {
    id: client.id,
    name: client.name,
    fee_percent: client.feePercent.toNumber(),
    fee_model: client.feeModel,
    ...(branding ? { branding } : {}),
    ...optional('contact_email', client.contactEmail ?? undefined),
    ...optional('legal_name', client.legalName ?? undefined),
    ...optional('terms_url', client.termsUrl ?? undefined),
    ...optional('privacy_url', client.privacyUrl ?? undefined),
    ...optional('support_email', client.supportEmail ?? undefined),
    ...optional('tax_id', client.taxId ?? undefined),
    ...optional('deductible', client.deductible ?? undefined),
    ...optional('deductible_note', client.deductibleNote ?? undefined),
  };
}
