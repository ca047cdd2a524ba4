import { z } from 'zod';
import type { Tx } from '#lib/db.ts';
import { anyText } from '#lib/fields.ts';

/** Longest address of a page, in characters. */
const MAX_SLUG = 100;
/** Shorter ones are kept back. */
const MIN_SLUG = 3;

/** Words that could be taken for a page of ours, or for speaking in our name. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'about account accounts admin api auth blog causes checkout contact create dashboard docs donate donation edit ' +
    'fraud give giving healthz help home legal login logout moderator new null official openapi privacy receipt ' +
    'receipts root search security settings sign-in sign-out signin signout signup staff status support system terms ' +
    'undefined verify webhooks www'
  ).split(' '),
);

/** The readable words of a text as they stand in an address: lower-case Latin letters and digits with single hyphens. */
export function addressWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The one form of an address (decisions.md 10). */
export const slugRule = z
  .string('must be a string')
  .min(MIN_SLUG, { error: `must have at least ${MIN_SLUG} letters or digits`, abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
  .max(MAX_SLUG, `must be at most ${MAX_SLUG} characters`)
  .refine((slug) => !RESERVED.has(slug), 'is a reserved word');

/** An address as somebody typed it, brought to its one form: `Agua para El Salado` is `agua-para-el-salado`. */
export const slugField = anyText.transform(addressWords).pipe(slugRule);

/**
 * Takes an address for a cause, for good: keys and slugs share one table, so that nobody can take over an address another
 * cause ever had (decisions.md 10). One that the cause had before is its own to return to.
 * @returns whether the address is now the cause's
 */
export async function takeAddress(tx: Tx, key: string, slug: string): Promise<boolean> {
  await tx.causeAddress.createMany({ data: [{ address: slug, causeKey: key }], skipDuplicates: true });
  const holder = await tx.causeAddress.findUniqueOrThrow({ where: { address: slug } });
  return holder.causeKey === key;
}
