import type { ActorName } from './list-view.ts';

/** What staff can note something of. */
export const NOTE_KINDS = ['payment', 'cause', 'creator', 'donor'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export type NoteRow = { id: string; text: string; createdAt: Date; by: ActorName };
