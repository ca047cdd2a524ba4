import { z } from 'zod';
import { setMessageShown } from '#lib/causes/messages.ts';
import { addPicture, deletePicture, pictureInput } from '#lib/causes/pictures.ts';
import { deleteUpdate, editUpdate, publishUpdate, updateInput } from '#lib/causes/updates.ts';
import { type Tx, transaction } from '#lib/db.ts';
import { encodePicture, type PictureFault } from '#lib/graphics/encode-picture.ts';
import { dashboardAction } from '../action.ts';
import { InvalidForm, rejectField } from '../form-errors.ts';
import type { FormErrorCode } from '../page-view.ts';
import { causeOfForm } from './cause.ts';

const byId = z.object({ id: z.string() });

/** Publishes an update on the page of a cause. */
export const publishUpdateAction = dashboardAction({
  name: 'update.publish',
  creates: true,
  auditedBy: 'domain',
  input: updateInput.extend({ key: z.string() }),
  find: causeOfForm,
  async act(tx, { actor, input: { key, ...texts }, now }) {
    await publishUpdate(tx, actor, key, texts, now);
    return { notice: 'updatePublished' };
  },
});

async function updateOfForm(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.causeUpdate.findUnique({ where: { id }, select: { causeKey: true, cause: OWNER } });
  return found && { ownerId: found.cause.ownerId, causeKey: found.causeKey };
}
const OWNER = { select: { ownerId: true } } as const;

/**
 * Changes an update that was published, unless somebody else has since the form was filled in. What was typed about one that was
 * deleted meanwhile waits to be published as another.
 */
export const editUpdateAction = dashboardAction({
  name: 'update.edit',
  auditedBy: 'domain',
  input: updateInput.extend({ id: z.string(), base: z.string() }),
  find: updateOfForm,
  ifGone: ({ title = '', body = '' }) => ({ review: { action: 'update.publish', values: { title, body } } }),
  async act(tx, { actor, input: { id, ...texts }, resource: { causeKey }, now }) {
    const conflict = await editUpdate(tx, actor, id, texts, now);
    if (conflict) {
      const errors = conflict.fields.map((field) => ({ field, code: 'changedMeanwhile' as const }));
      throw new InvalidForm(errors, { base: conflict.base });
    }
    return { notice: 'saved', to: `/dashboard/causes/${encodeURIComponent(causeKey)}/updates` };
  },
});

/** Deletes an update from the page of its cause. */
export const deleteUpdateAction = dashboardAction({
  name: 'update.delete',
  auditedBy: 'domain',
  input: byId,
  find: updateOfForm,
  ifGone: () => ({ notice: 'updateDeleted' }),
  async act(tx, { actor, input: { id } }) {
    await deleteUpdate(tx, actor, id);
    return { notice: 'updateDeleted' };
  },
});

/** What the form says of a file that cannot be a picture of ours. */
const PICTURE_FAULTS: Record<PictureFault, FormErrorCode> = {
  other_type: 'pictureType',
  too_many_pixels: 'picturePixels',
  damaged: 'pictureDamaged',
};

/** Adds an uploaded picture to the page of a cause. It is encoded before the transaction begins. */
export const addPictureAction = dashboardAction({
  name: 'picture.add',
  auditedBy: 'domain',
  takesFile: true,
  input: pictureInput.extend({ key: z.string() }),
  find: causeOfForm,
  async run({ actor, input: { key, alt }, file, now }) {
    if (file === null) return rejectField('file', 'pictureNeeded');
    if (file === 'too_large') return rejectField('file', 'pictureSize');
    const encoded = await encodePicture(file);
    if (typeof encoded === 'string') return rejectField('file', PICTURE_FAULTS[encoded]);
    await transaction((tx) => addPicture(tx, actor, key, { alt, ...encoded }, now));
    return { notice: 'pictureAdded' };
  },
});

/** Deletes a picture from the page of its cause, and for good. */
export const deletePictureAction = dashboardAction({
  name: 'picture.delete',
  auditedBy: 'domain',
  input: byId,
  async find(tx, { id }) {
    if (typeof id !== 'string') return null;
    const found = await tx.causePicture.findUnique({ where: { id }, select: { cause: OWNER } });
    return found && { ownerId: found.cause.ownerId };
  },
  ifGone: () => ({ notice: 'pictureDeleted' }),
  async act(tx, { actor, input: { id } }) {
    await deletePicture(tx, actor, id);
    return { notice: 'pictureDeleted' };
  },
});

/** The payment that a message came with, and whose cause it was for. */
async function messageOfForm(tx: Tx, { id }: Record<string, unknown>) {
  if (typeof id !== 'string') return null;
  const found = await tx.payment.findUnique({
    where: { id },
    select: { donorMessage: true, link: { select: { cause: OWNER } } },
  });
  return found?.donorMessage ? { ownerId: found.link.cause.ownerId } : null;
}

/** Hides a donor's message from the page of the cause. */
export const hideMessageAction = dashboardAction({
  name: 'message.hide',
  auditedBy: 'domain',
  input: byId,
  find: messageOfForm,
  async act(tx, { actor, input: { id }, now }) {
    await setMessageShown(tx, actor, { paymentId: id, isShown: false }, now);
    return { notice: 'messageHidden' };
  },
});

/** Shows a hidden message again. */
export const showMessageAction = dashboardAction({
  name: 'message.show',
  auditedBy: 'domain',
  input: byId,
  find: messageOfForm,
  async act(tx, { actor, input: { id }, now }) {
    await setMessageShown(tx, actor, { paymentId: id, isShown: true }, now);
    return { notice: 'messageShown' };
  },
});
