import { createHash } from 'node:crypto';
import { z } from 'zod';
import { audit } from '#lib/audit.ts';
import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { parseTimestamp, timestampField } from '#lib/fields.ts';
import type { Cause } from '#prisma/generated/client.ts';
import { actorName, type CauseActor, lockCauseFor } from './actor.ts';
import { slugField, takeAddress } from './address.ts';
import { causeTexts } from './contract.ts';
import type { CauseWithOwner } from './find.ts';
import { rulesOf } from './states.ts';
import { stopUnwantedPayments } from './stop-payments.ts';

const MINUTE_MS = 60_000;

/**
 * What a creator may change of a cause, with the limits of its creation; currency, goal, fees and the evidence of terms
 * never change. Null takes the value away. `base` is what `editBase` gave for the form.
 */
export const causeEdit = z.strictObject({
  base: z.string('must be a string'),
  title: causeTexts.title,
  description: causeTexts.description.nullable(),
  cover_image_url: causeTexts.cover_image_url.nullable(),
  slug: slugField,
  closes_at: timestampField.nullable(),
  hide_amounts: z.boolean('must be true or false'),
});
export type CauseEdit = z.output<typeof causeEdit>;

/** The fields of a form that edits a cause, as they are filled in. */
export type EditValues = Omit<CauseEdit, 'base'>;
export type EditField = keyof EditValues;
const FIELDS = [
  'title',
  'description',
  'cover_image_url',
  'slug',
  'closes_at',
  'hide_amounts',
] as const satisfies EditField[];

export type CauseEdited =
  /** `kept`: fields somebody else changed meanwhile and this form did not. They stay as the other left them. */
  | { kind: 'saved'; cause: CauseWithOwner; kept: EditField[] }
  /** No such cause, or another creator's. */
  | { kind: 'missing' }
  /** Its state takes no changes from its creator. */
  | { kind: 'not_allowed' }
  /**
   * Both changed the same fields to different values. Nothing was written: show both, and send again with this base, which
   * takes the other's values of those fields as seen, and no others.
   */
  | { kind: 'conflict'; fields: EditField[]; current: EditValues; base: string }
  | { kind: 'address_taken' }
  /** A new closing time lies in the past: closing is another action. */
  | { kind: 'closes_in_past' };

/** The values of a cause as a form shows them. */
export function editValues(cause: Cause): EditValues {
  return {
    title: cause.title,
    description: cause.description,
    cover_image_url: cause.coverImageUrl,
    slug: cause.slug,
    closes_at: cause.closesAt && timestamp(cause.closesAt),
    hide_amounts: cause.hideAmounts,
  };
}

/** What a form was filled in from: a short mark of every field, carried along in a hidden one. */
export function editBase(cause: Cause): string {
  const values = editValues(cause);
  return FIELDS.map((field) => markOf(values, field)).join('.');
}

/**
 * Saves an edited form under the cause's lock. Field by field: what only this form changed is written; what only somebody
 * else changed stays; what both changed is a conflict, and then nothing is written. A new address takes the old one along,
 * which leads to it from then on (decisions.md 10).
 */
export async function editCause(
  tx: Tx,
  actor: CauseActor,
  key: string,
  edit: CauseEdit,
  now: Date,
): Promise<CauseEdited> {
  const held = await lockCauseFor(tx, actor, key);
  if (!held) return { kind: 'missing' };
  const { cause: before, role } = held;
  if (role === 'creator' && !rulesOf(before.state).creatorEdits) return { kind: 'not_allowed' };
  const current = editValues(before);
  const { mine, kept, conflicts } = merge(current, edit);
  if (conflicts.length > 0)
    return { kind: 'conflict', fields: conflicts, current, base: baseSeen(edit.base, current, conflicts) };
  const closesAt = edit.closes_at === null ? null : (parseTimestamp(edit.closes_at) ?? null);
  if (mine.includes('closes_at') && closesAt && closesAt.getTime() <= now.getTime())
    return { kind: 'closes_in_past' };
  if (mine.includes('slug') && !(await takeAddress(tx, key, edit.slug))) return { kind: 'address_taken' };
  const columns = {
    title: { title: edit.title },
    description: { description: edit.description || null },
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
  await stopUnwantedPayments(tx, cause, now);
  if (mine.length > 0)
    await audit(tx, {
      actor: actorName(actor),
      action: 'cause edit',
      subject: key,
      data: { before: picked(current, mine), after: picked(edit, mine) },
    });
  return { kind: 'saved', cause, kept };
}

/** Sorts the fields by who changed them since the form was filled in. An unreadable base counts as all changed. */
function merge(current: EditValues, edit: CauseEdit) {
  const base = edit.base.split('.');
  const mine: EditField[] = [];
  const kept: EditField[] = [];
  const conflicts: EditField[] = [];
  FIELDS.forEach((field, index) => {
    const [theirs, ours, from] = [markOf(current, field), markOf(edit, field), base[index]];
    if (ours === theirs) return;
    if (theirs === from) mine.push(field);
    else if (ours === from) kept.push(field);
    else conflicts.push(field);
  });
  return { mine, kept, conflicts };
}

/** A base in which some fields are as they are now; of the others, what somebody else changed still counts as theirs. */
function baseSeen(base: string, current: EditValues, seen: EditField[]): string {
  const marks = base.split('.');
  return FIELDS.map((field, index) =>
    seen.includes(field) ? markOf(current, field) : (marks[index] ?? ''),
  ).join('.');
}

/** Forms know a closing time to the minute: within the same one it counts as the same. */
function markOf(values: EditValues, field: EditField): string {
  const { closes_at: closesAt } = values;
  const value =
    field === 'closes_at' && closesAt !== null
      ? Math.floor((parseTimestamp(closesAt)?.getTime() ?? 0) / MINUTE_MS)
      : values[field];
  // An empty text is no text.
  return createHash('sha256')
    .update(JSON.stringify(value || null))
    .digest('base64url')
    .slice(0, 12);
}

function picked(values: EditValues, fields: EditField[]): Partial<EditValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
