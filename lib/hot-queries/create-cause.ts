import { reads, type Tx } from '#lib/db.ts';
import { type Inserts, rowOf } from '#lib/row-insert.ts';

/*
 * Creating a cause: one read on the pipelined connections, and one insert of all rows. A transaction of a dozen of Prisma's
 * statements took fifteen times as long. Benchmark: `create-cause`.
 */

/** What creating a cause needs to know: the client's agreed fees, and the owner's account if there is one. */
export type CauseCreation = {
  agreed: { feePercent: number; feeModel: string };
  owner: { id: string; email: string; name: string } | null;
};

/** The agreed fees of a client, and the account of an email's key (lib/accounts/account.ts). */
export async function findCauseCreation(clientId: string, emailKey: string, tx?: Tx): Promise<CauseCreation> {
  const values = [clientId, emailKey];
  const rows = tx
    ? await tx.$queryRawUnsafe<{ creation: CauseCreation }[]>(CREATION, ...values)
    : await reads().rows<{ creation: CauseCreation }>({ name: 'cause-creation', text: CREATION, values });
  if (!rows[0]) throw new Error('Bug: a caller without its client');
  return rows[0].creation;
}

/** As JSON: one column is read faster than five. */
const CREATION = `
  SELECT json_build_object(
           'agreed', json_build_object('feePercent', c.fee_percent, 'feeModel', c.fee_model),
           'owner', CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'email', a.email, 'name', a.name) END
         ) AS creation
    FROM clients c LEFT JOIN accounts a ON a.email_key = $2::text
   WHERE c.id = $1::text`;

/** The values of a new cause. */
export type NewCause = {
  key: string;
  clientId: string;
  ownerId: string;
  slug: string;
  state: string;
  title: string;
  country: string;
  /** In the smallest customary unit (ruling 48). */
  goalAmount: bigint;
  currency: string;
  /** Percent: 5 means 5%. */
  feePercent: number;
  feeModel: string;
  description: string | null;
  category: string | null;
  coverImageUrl: string | null;
  externalReference: string | null;
  termsAcceptedAt: Date;
  termsVersion: string;
  termsAcceptedIp: string;
  createdAt: Date;
};

/** The insert of a new cause. */
export function causeRow(cause: NewCause): Inserts {
  return rowOf('causes', [
    ['key', 'text', cause.key],
    ['client_id', 'text', cause.clientId],
    ['owner_id', 'text', cause.ownerId],
    ['slug', 'text', cause.slug],
    ['state', 'text', cause.state],
    ['title', 'text', cause.title],
    ['country', 'text', cause.country],
    ['goal_amount', 'bigint', cause.goalAmount],
    ['currency', 'text', cause.currency],
    ['fee_percent', 'numeric', cause.feePercent],
    ['fee_model', 'text', cause.feeModel],
    ['description', 'text', cause.description],
    ['category', 'text', cause.category],
    ['cover_image_url', 'text', cause.coverImageUrl],
    ['external_reference', 'text', cause.externalReference],
    ['terms_accepted_at', 'timestamptz', cause.termsAcceptedAt],
    ['terms_version', 'text', cause.termsVersion],
    ['terms_accepted_ip', 'text', cause.termsAcceptedIp],
    ['created_at', 'timestamptz', cause.createdAt],
  ]);
}
