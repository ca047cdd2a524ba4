import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CardPauseRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

/** Card payments that are paused against card testing, each with what was counted, to be lifted; nothing where none are. */
export function CardPauses({ page, pauses }: { page: PageView; pauses: CardPauseRow[] }) {
  return pauses.map((pause) => <CardPause key={pause.id} page={page} pause={pause} />);
}

function CardPause({ page, pause }: { page: PageView; pause: CardPauseRow }) {
  const t = translatorFor(page.locale);
  const { id, kind, cause, linkId, declines, approvals } = pause;
  return (
    <Panel
      id={id}
      title={t(`staff.records.pause.${kind}Title`)}
      intro={t(`staff.records.pause.${kind}Intro`, { declines, approvals: String(approvals) })}
    >
      <Facts
        facts={[
          cause && {
            term: t('staff.records.link.cause'),
            value: <a href={staffPath('causes', cause.key)}>{cause.title}</a>,
          },
          {
            term: t('staff.records.pause.link'),
            value: (
              <a className="code" href={staffPath('links', linkId)}>
                {linkId}
              </a>
            ),
          },
          { term: t('staff.records.pause.since'), value: <When page={page} at={pause.startedAt} /> },
          { term: t('staff.records.pause.until'), value: <When page={page} at={pause.endsAt} /> },
        ]}
      />
      <ActionForm page={page} action="card_pause.lift" hidden={{ id }}>
        <button type="submit" className="button">
          {t('staff.records.pause.lift')}
        </button>
      </ActionForm>
    </Panel>
  );
}
