import { z } from 'zod';
import { db, type Tx } from '#lib/db.ts';
import { trimmedText } from '#lib/fields.ts';
import { newId } from '#lib/ids.ts';
import { audit } from '#lib/policy/audit.ts';
import type { Note } from '#prisma/generated/client.ts';
import { actorNames } from './actor-names.ts';
import { cutTo } from './list.ts';

/** What staff can note something of. */
export const NOTE_KINDS = ['payment', 'cause', 'creator', 'donor'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export type NoteRow = Awaited<ReturnType<typeof noteRows>>['rows'][number];

/** The most notes shown of one thing: older ones are rare. */
const MOST = 100;

export const noteInput = z.object({ kind: z.enum(NOTE_KINDS), id: z.string(), text: trimmedText(2000) });

/** Adds a note. Notes are never changed or deleted: a correction is another note. */
export async function addNote(
  tx: Tx,
  { kind, id: subject, text }: z.output<typeof noteInput>,
  authorId: string,
  now: Date,
): Promise<void> {
  const id = newId('note');
  await tx.note.create({ data: { id, kind, subject, authorId, text, createdAt: now } });
  await audit(tx, { actor: authorId, action: 'note.add', subject, data: { kind, note: id } });
}

/** Whether there is a thing of this kind to note something of. A donor is named by any of their payments. */
export async function noteSubjectExists(tx: Tx, kind: NoteKind, id: string): Promise<boolean> {
  switch (kind) {
    case 'payment':
    case 'donor':
      return (await tx.payment.findUnique({ where: { id }, select: { id: true } })) !== null;
    case 'cause':
      return (await tx.cause.findUnique({ where: { key: id }, select: { key: true } })) !== null;
    case 'creator':
      return (await tx.account.findUnique({ where: { id }, select: { id: true } })) !== null;
  }
}

/** The notes on a payment, a cause or a creator, newest first. */
export async function listNotes(kind: Exclude<NoteKind, 'donor'>, subject: string) {
  const notes = await db().note.findMany({
    where: { kind, subject },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST + 1,
  });
  return noteRows(notes);
}

/**
 * The notes on the donor with an email address, in its canonical spelling, newest first. A note is stored with one of the donor's payments, so that the
 * address is stored nowhere else. The notes of each payment are looked up by themselves: joined, all notes on donors are read.
 */
export async function listDonorNotes(email: string) {
  const found = await db().$queryRaw<{ id: string }[]>`
    WITH given AS MATERIALIZED (
      SELECT id FROM payments WHERE lower(donor_email) = lower(${email}) OR lower(receipt_email) = lower(${email}))
    SELECT n.id FROM given CROSS JOIN LATERAL (
      SELECT id, created_at FROM notes WHERE kind = 'donor' AND subject = given.id
       ORDER BY created_at DESC, id DESC LIMIT ${MOST + 1}) n
     ORDER BY n.created_at DESC, n.id DESC LIMIT ${MOST + 1}`;
  const notes = await db().note.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return noteRows(notes);
}

/** `text` is null once it was erased. */
async function noteRows(notes: Note[]) {
  const nameOf = await actorNames(notes.map(({ authorId }) => authorId));
  const rows = notes.map(({ id, text, createdAt, authorId }) => ({ id, text, createdAt, by: nameOf(authorId) }));
  return cutTo(MOST, rows);
}
