import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Cut } from '#lib/dashboard/staff/list-view.ts';
import type { NoteKind, NoteRow } from '#lib/dashboard/staff/notes.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { TextArea } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { CutPosition } from './cut-position.tsx';

type Props = { page: PageView; kind: NoteKind; id: string; notes: Cut<NoteRow> };

/** What staff noted, newest first, and the form for another note. */
export function NotesPanel({ page, kind, id, notes }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="notes" title={t('staff.notes.title')} intro={t('staff.notes.intro')}>
      <CutPosition page={page} count={notes.rows.length} isCut={notes.isCut} />
      {notes.rows.length > 0 && (
        <ul className="notes">
          {notes.rows.map((note) => (
            <li key={note.id}>
              <p className="prose" dir="auto">
                {note.text ?? t('staff.notes.erased')}
              </p>
              <p className="note-by">
                <Actor t={t} by={note.by} /> · <When page={page} at={note.createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <ActionForm page={page} action="note.add" hidden={{ kind, id }}>
        <TextArea
          page={page}
          action="note.add"
          name="text"
          label={t('staff.notes.text')}
          hint={t('staff.notes.textHint')}
          rows={3}
          maxLength={2000}
          dir="auto"
          isRequired
        />
        <button type="submit" className="button">
          {t('staff.notes.add')}
        </button>
      </ActionForm>
    </Panel>
  );
}
