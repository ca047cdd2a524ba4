import { dashboardAction } from '../action.ts';
import { addNote, NOTE_KINDS, noteInput, noteSubjectExists } from '../staff/notes.ts';

/** Notes something of a payment, a cause, a creator or a donor, for staff alone. */
export const addNoteAction = dashboardAction({
  name: 'note.add',
  creates: true,
  input: noteInput,
  find: async (tx, { kind, id }) => {
    const known = NOTE_KINDS.find((one) => one === kind);
    return known && typeof id === 'string' && (await noteSubjectExists(tx, known, id)) ? {} : null;
  },
  auditedBy: 'domain',
  act: async (tx, { actor, input, now }) => {
    await addNote(tx, input, actor.id, now);
    return { notice: 'noteAdded' };
  },
});
