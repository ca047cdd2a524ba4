import { createHash } from 'node:crypto';
import { z } from 'zod';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { parseTimestamp, text, timestampField } from '#lib/fields.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { claimAddress, slugField } from './address.ts';
import { causeTexts } from './contract.ts';
import type { CauseWithOwner } from './find.ts';
import { actorName, type CauseActor, lockCauseFor, requireCreatorIfCollecting } from './lock-cause.ts';
import { rulesOf } from './states.ts';
import { enqueueStopPayments } from './stop-payments.ts';

const MINUTE_MS = 60_000;
/** The longest text about what the money is for, in code points. */
const MAX_USE_OF_FUNDS = 2000;

/**
 * The fields of a cause that a creator can change, with the limits of creation. Currency, goal, fees and the accepted terms
 * never change. Null removes a value. `base` is the result of `editBase` when the form was filled in.
 */
export const causeEdit = z.strictObject({
  base: z.string('must be a string'),
  title: causeTexts.title,
  description: causeTexts.description.nullable(),
  use_of_funds: text(MAX_USE_OF_FUNDS).nullable(),
  cover_image_url: causeTexts.cover_image_url.nullable(),
  slug: slugField,
  closes_at: timestampField.nullable(),
  hide_amounts: z.boolean('must be true or false'),
});
type CauseEdit = z.output<typeof causeEdit>;

/** The values of the edit form. */
export type EditValues = Omit<CauseEdit, 'base'>;
export type EditField = keyof EditValues;
const FIELDS = [
  'title',
  'description',
  'cover_image_url',
  'slug',
  'closes_at',
  'hide_amounts',
  'use_of_funds',
] as const satisfies EditField[];

type CauseEdited =
  /** `kept`: fields that somebody else changed meanwhile and this form did not. They keep that person's values. */
  | { kind: 'saved'; cause: CauseWithOwner; kept: EditField[] }
  /**
   * Somebody else changed the same fields to other values. Nothing was written. Show both and send the form again with this
   * `base`, in which only those fields count as seen.
   */
  | { kind: 'conflict'; fields: EditField[]; current: EditValues; base: string };

/** The values that the edit form of a cause is filled in with. */
export function editValues(cause: Cause): EditValues {
  return {
    title: cause.title,
    description: cause.description,
    use_of_funds: cause.useOfFunds,
    cover_image_url: cause.coverImageUrl,
    slug: cause.slug,
    closes_at: cause.closesAt && timestamp(cause.closesAt),
    hide_amounts: cause.hideAmounts,
  };
}

/** The values that a form was filled in with, as a short hash of each field, for a hidden field of the form. */
export function editBase(cause: Cause): string {
  const values = editValues(cause);
  return FIELDS.map((field) => hashOf(values, field)).join('.');
}

/**
 * Saves an edited form under the cause's row lock, as a three-way merge by field: what only this form changed is written,
 * what only somebody else changed stays, and what both changed is a conflict, on which nothing is written. The old address
 * redirects to a new one from then on (ruling 10).
 * @throws DomainError `cause_not_found`, also for another creator's; `not_allowed`, if the state of the cause takes no
 * changes from its creator; `address_taken`; `closes_in_past`: closing a cause is another action (closeCause)
 */
export async function editCause(
  tx: Tx,
  actor: CauseActor,
  key: string,
  edit: CauseEdit,
  now: Date,
): Promise<CauseEdited> {
  const { cause: before, role } = await lockCauseFor(tx, actor, key);
  if (role === 'creator' && !rulesOf(before.state).creatorEdits) throw new DomainError('not_allowed');
  const current = editValues(before);
  const { mine, kept, conflicts } = merge(current, edit);
  if (conflicts.length > 0)
    return {
      kind: 'conflict',
      fields: conflicts,
      current,
      base: baseWithSeen(edit.base, current, conflicts),
    };
  const closesAt = edit.closes_at === null ? null : (parseTimestamp(edit.closes_at) ?? null);
  if (mine.includes('closes_at') && closesAt && closesAt.getTime() <= now.getTime())
    throw new DomainError('closes_in_past', { field: 'closes_at' });
  if (mine.includes('slug') && !(await claimAddress(tx, key, edit.slug)))
    throw new DomainError('address_taken', { field: 'slug' });
  const columns = {
    title: { title: edit.title },
    description: { description: edit.description || null },
    use_of_funds: { useOfFunds: edit.use_of_funds || null },
    cover_image_url: { coverImageUrl: edit.cover_image_url },
    slug: { slug: edit.slug },
    closes_at: { closesAt },
    hide_amounts: { hideAmounts: edit.hide_amounts },
  } satisfies Record<EditField, object>;
  const cause = await tx.cause.update({
    where: { key },
    data: Object.assign({}, ...mine.map((field) => columns[field])),
    include: { owner: true },
  });
  if (mine.includes('closes_at')) requireCreatorIfCollecting(cause, now);
  await enqueueStopPayments(tx, cause, now);
  if (mine.length > 0)
    await audit(tx, {
      actor: actorName(actor),
      action: 'cause.edit',
      subject: key,
      data: { before: pick(current, mine), after: pick(edit, mine) },
    });
  return { kind: 'saved', cause, kept };
}

/** Sorts the fields by who changed them since the form was filled in. With an invalid base, all count as changed. */
function merge(current: EditValues, edit: CauseEdit) {
  const base = edit.base.split('.');
  const mine: EditField[] = [];
  const kept: EditField[] = [];
  const conflicts: EditField[] = [];
  FIELDS.forEach((field, index) => {
    const [theirs, ours, from] = [hashOf(current, field), hashOf(edit, field), base[index]];
    if (ours === theirs) return;
    if (theirs === from) mine.push(field);
    else if (ours === from) kept.push(field);
    else conflicts.push(field);
  });
  return { mine, kept, conflicts };
}

/** A base in which the given fields have their current values, and the others the values of the base before. */
function baseWithSeen(base: string, current: EditValues, seen: EditField[]): string {
  const hashes = base.split('.');
  return FIELDS.map((field, index) => (seen.includes(field) ? hashOf(current, field) : (hashes[index] ?? ''))).join(
    '.',
  );
}

/** A hash of one field's value. Closing times are compared by the minute, which is all that a form shows. */
function hashOf(values: EditValues, field: EditField): string {
  const { closes_at: closesAt } = values;
  const value =
    field === 'closes_at' && closesAt !== null
      ? Math.floor((parseTimestamp(closesAt)?.getTime() ?? 0) / MINUTE_MS)
      : values[field];
  // Empty text equals none.
  return createHash('sha256')
    .update(JSON.stringify(value || null))
    .digest('base64url')
    .slice(0, 12);
}

function pick(values: EditValues, fields: EditField[]): Partial<EditValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
