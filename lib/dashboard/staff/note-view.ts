import type { ActorName } from './list-view.ts';

/** What staff can note something of. */
export const NOTE_KINDS = ['payment', 'cause', 'creator', 'donor'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** `text` is null once it was erased. */
export type NoteRow = { id: string; text: string | null; createdAt: Date; by: ActorName };
