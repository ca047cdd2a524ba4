import { z } from 'zod';
import { db, type Tx } from '#lib/db.ts';
import { trimmedLine } from '#lib/fields.ts';
import { type EncodedPicture, SMALL_PIXELS } from '#lib/graphics/encode-picture.ts';
import { isIdOf, newId } from '#lib/ids.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { actorName, type CauseActor } from './lock-cause.ts';
import type { PictureView } from './page-view.ts';
import { isPubliclyVisible } from './states.ts';
import { lockEditable } from './updates.ts';

/** Pictures on the page of one cause. */
export const MAX_PICTURES = 12;

/** The description of a picture, without which nobody who cannot see it knows what it shows. */
export const pictureInput = z.object({ alt: trimmedLine(250) });

const SIZES = ['small', 'large'] as const;
type Size = (typeof SIZES)[number];

/** A picture's row without its bytes. Width and height are those of the large size. */
export type PictureRow = { id: string; alt: string; width: number; height: number };

/** A picture for a page. What is at its addresses never changes. */
export function presentPicture({ id, alt, width, height }: PictureRow): PictureView {
  const scale = Math.min(1, SMALL_PIXELS / Math.max(width, height));
  const small = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return {
    id,
    alt,
    small: { path: `/pictures/${id}/small`, ...small },
    large: { path: `/pictures/${id}/large`, width, height },
  };
}

/** The pictures of a cause in the order in which they were added, without their bytes. */
export async function listPictures(causeKey: string): Promise<PictureView[]> {
  const rows = await db().causePicture.findMany({
    where: { causeKey },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: MAX_PICTURES,
    select: { id: true, alt: true, width: true, height: true },
  });
  return rows.map(presentPicture);
}

/**
 * Adds a picture to the page of a cause. One that it has already, with the same description, is not added again: a form was
 * sent twice.
 * @throws DomainError `cause_not_found`, `not_allowed` in a state that takes no changes, `too_many_pictures`
 */
export async function addPicture(
  tx: Tx,
  actor: CauseActor,
  causeKey: string,
  { alt, large, small, width, height }: EncodedPicture & { alt: string },
  now: Date,
): Promise<void> {
  await lockEditable(tx, actor, causeKey);
  const bytes = { large: new Uint8Array(large), small: new Uint8Array(small) };
  if (await tx.causePicture.findFirst({ where: { causeKey, alt, ...bytes }, select: { id: true } })) return;
  if ((await tx.causePicture.count({ where: { causeKey } })) >= MAX_PICTURES)
    throw new DomainError('too_many_pictures');
  const id = newId('causePicture');
  await tx.causePicture.create({ data: { id, causeKey, alt, width, height, ...bytes, createdAt: now } });
  await audit(tx, {
    actor: actorName(actor),
    action: 'picture.add',
    subject: causeKey,
    data: { picture: id, alt },
  });
}

/** Deletes a picture with its bytes. @throws DomainError `picture_not_found`, and as `addPicture` */
export async function deletePicture(tx: Tx, actor: CauseActor, id: string): Promise<void> {
  const found = await tx.causePicture.findUnique({ where: { id }, select: { causeKey: true, alt: true } });
  if (!found) throw new DomainError('picture_not_found');
  await lockEditable(tx, actor, found.causeKey);
  const { count } = await tx.causePicture.deleteMany({ where: { id } });
  if (count === 0) throw new DomainError('picture_not_found');
  await audit(tx, {
    actor: actorName(actor),
    action: 'picture.delete',
    subject: found.causeKey,
    data: { picture: id, alt: found.alt },
  });
}

/** A picture's bytes, its cause's owner, and whether the public may see that cause; null where there is none. */
export async function findPicture(
  id: string,
  size: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; ownerId: string; isPublic: boolean } | null> {
  if (!isIdOf('causePicture', id) || !isSize(size)) return null;
  const cause = { select: { state: true, ownerId: true } };
  const row = await db().causePicture.findUnique({
    where: { id },
    select: { small: size === 'small', large: size === 'large', cause },
  });
  if (!row) return null;
  const { state, ownerId } = row.cause;
  return { bytes: size === 'small' ? row.small : row.large, ownerId, isPublic: isPubliclyVisible(state) };
}

function isSize(size: string): size is Size {
  return (SIZES as readonly string[]).includes(size);
}
