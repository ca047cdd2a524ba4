import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { anyText } from '#lib/fields.ts';
import { type Inserts, rowOf } from '#lib/row-insert.ts';

/** Longest address of a page, in characters. */
const MAX_SLUG = 100;
/** Shorter ones are reserved. */
const MIN_SLUG = 3;

/** Words that could be mistaken for a page of the service, or for the service itself. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about account accounts admin api auth blog causes checkout contact create dashboard docs donate donation edit ' +
    'fraud give giving healthz help home legal login logout moderator new null official openapi privacy receipt ' +
    'receipts root search security settings sign-in sign-out signin signout signup staff status support system terms ' +
    'undefined verify webhooks www'
  ).split(' '),
);

/** A text as a slug: lower-case Latin letters and digits with single hyphens. */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The canonical form of a slug (ruling 10). */
export const slugRule = z
  .string('must be a string')
  .min(MIN_SLUG, { error: `must have at least ${MIN_SLUG} letters or digits`, abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
  .max(MAX_SLUG, `must be at most ${MAX_SLUG} characters`)
  .refine((slug) => !RESERVED.has(slug), 'is a reserved word');

/** A slug as a person types it, made canonical: `Agua para El Salado` becomes `agua-para-el-salado`. */
export const slugField = anyText.transform(toSlug).pipe(slugRule);

/** The insert of a new cause's first address. */
export function addressRow(address: string, causeKey: string): Inserts {
  return rowOf('cause_addresses', [
    ['address', 'text', address],
    ['cause_key', 'text', causeKey],
  ]);
}

/**
 * Gives an address to a cause, permanently. Keys and slugs share one table, so that no cause gets an address that another
 * one ever had (ruling 10). A cause can return to an earlier address of its own.
 * @returns whether the cause now has the address.
 */
export async function claimAddress(tx: Tx, key: string, slug: string): Promise<boolean> {
  await tx.causeAddress.createMany({ data: [{ address: slug, causeKey: key }], skipDuplicates: true });
  const holder = await tx.causeAddress.findUniqueOrThrow({ where: { address: slug } });
  return holder.causeKey === key;
}
