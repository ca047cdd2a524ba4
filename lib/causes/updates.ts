import { createHash } from 'node:crypto';
import { z } from 'zod';
import { timestamp } from '#lib/clock.ts';
import { db, type Tx } from '#lib/db.ts';
import { trimmedLine, trimmedText } from '#lib/fields.ts';
import { isIdOf, newId } from '#lib/ids.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { CauseUpdate } from '#prisma/generated/client.ts';
import { actorName, type CauseActor, lockCauseFor } from './lock-cause.ts';
import type { UpdateView } from './page-view.ts';
import { rulesOf } from './states.ts';

/** Updates of one cause: two a week for years, and no more than a person writes. */
const MAX_UPDATES = 300;

/** What a creator writes. Plain text: an empty line starts a paragraph. */
export const updateInput = z.object({ title: trimmedLine(150), body: trimmedText(5000) });
type UpdateInput = z.output<typeof updateInput>;
const FIELDS = ['title', 'body'] as const satisfies (keyof UpdateInput)[];

/** The updates of a cause, newest first, a page of `size` at a time. */
export async function listUpdates(
  causeKey: string,
  after: Cursor | undefined,
  size: number,
): Promise<{ rows: UpdateView[]; after: string | null }> {
  const found = await db().causeUpdate.findMany({
    where: { causeKey, ...olderThan(after, 'publishedAt', 'id') },
    orderBy: newestFirst('publishedAt', 'id'),
    take: size + 1,
  });
  const page = cutPage(found, size, ({ publishedAt: at, id }) => ({ at, id }));
  return { rows: page.rows.map(presentUpdate), after: page.after };
}

/** An update of a cause, and what its form names as `base`; null where the cause has none of this id. */
export async function findUpdate(causeKey: string, id: string): Promise<(UpdateView & { base: string }) | null> {
  if (!isIdOf('causeUpdate', id)) return null;
  const found = await db().causeUpdate.findUnique({ where: { id, causeKey } });
  return found && { ...presentUpdate(found), base: updateBase(found) };
}

/** The texts that a form was filled in with, as a short hash. */
export function updateBase({ title, body }: UpdateInput): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('base64url')
    .slice(0, 16);
}

function presentUpdate({ id, title, body, publishedAt }: CauseUpdate): UpdateView {
  return { id, title, body, publishedAt: timestamp(publishedAt) };
}

/**
 * Publishes an update on the page of a cause. Returns its id.
 * @throws DomainError `cause_not_found`, `not_allowed` in a state that takes no changes, `too_many_updates`
 */
export async function publishUpdate(
  tx: Tx,
  actor: CauseActor,
  causeKey: string,
  { title, body }: UpdateInput,
  now: Date,
): Promise<string> {
  await lockEditable(tx, actor, causeKey);
  if ((await tx.causeUpdate.count({ where: { causeKey } })) >= MAX_UPDATES) throw new DomainError('too_many_updates');
  const id = newId('causeUpdate');
  await tx.causeUpdate.create({ data: { id, causeKey, title, body, publishedAt: now } });
  await audit(tx, {
    actor: actorName(actor),
    action: 'update.publish',
    subject: causeKey,
    data: { update: id, title },
  });
  return id;
}

/** Somebody else has changed the update since the form was filled in: its texts that differ from what is stored now. */
export type UpdateConflict = { fields: (keyof UpdateInput)[]; base: string };

/**
 * Changes a published update. It keeps its date. What somebody else has changed since is not overwritten.
 * @param base of the texts that the form was filled in with
 * @returns null, or what is in conflict: nothing was written. Show both, and send the form again with the new `base`.
 * @throws as `publishUpdate`; `update_not_found`
 */
export async function editUpdate(
  tx: Tx,
  actor: CauseActor,
  id: string,
  { title, body, base }: UpdateInput & { base: string },
  now: Date,
): Promise<UpdateConflict | null> {
  const before = await lockUpdate(tx, actor, id);
  const fields = FIELDS.filter((field) => before[field] !== { title, body }[field]);
  if (fields.length === 0) return null;
  if (updateBase(before) !== base) return { fields, base: updateBase(before) };
  await tx.causeUpdate.update({ where: { id }, data: { title, body, editedAt: now } });
  await audit(tx, {
    actor: actorName(actor),
    action: 'update.edit',
    subject: before.causeKey,
    data: { update: id, before: { title: before.title, body: before.body }, after: { title, body } },
  });
  return null;
}

/** Deletes an update. The audit log keeps what it said. @throws as `editUpdate` */
export async function deleteUpdate(tx: Tx, actor: CauseActor, id: string): Promise<void> {
  const { causeKey, title, body } = await lockUpdate(tx, actor, id);
  await tx.causeUpdate.delete({ where: { id } });
  await audit(tx, {
    actor: actorName(actor),
    action: 'update.delete',
    subject: causeKey,
    data: { update: id, title, body },
  });
}

/** Under the lock of its cause, so that an update that is being deleted is not edited. */
async function lockUpdate(tx: Tx, actor: CauseActor, id: string) {
  const found = await tx.causeUpdate.findUnique({ where: { id }, select: { causeKey: true } });
  if (!found) throw new DomainError('update_not_found');
  await lockEditable(tx, actor, found.causeKey);
  const update = await tx.causeUpdate.findUnique({ where: { id } });
  if (!update) throw new DomainError('update_not_found');
  return update;
}

/**
 * Locks a cause whose page this actor may change.
 * @throws DomainError `cause_not_found`; `not_allowed` for its creator, in a state that takes no changes
 */
export async function lockEditable(tx: Tx, actor: CauseActor, causeKey: string): Promise<void> {
  const { cause, role } = await lockCauseFor(tx, actor, causeKey);
  if (role === 'creator' && !rulesOf(cause.state).creatorEdits) throw new DomainError('not_allowed');
}
