import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CardPauseRow } from '#lib/dashboard/staff/card-pauses.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts } from '../facts.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

const ACTION = 'card_pause.lift';

/**
 * Pauses of card payments against card testing, each with its counts and a button to lift it. Renders nothing without
 * pauses.
 */
export function CardPauses({ page, pauses }: { page: PageView; pauses: CardPauseRow[] }) {
  const { result } = page;
  const back = result?.kind === 'refused' && result.action === ACTION ? result.values.id : undefined;
  // The list of errors links to the field of the form that came back.
  const linked = pauses.find(({ id }) => id === back) ?? pauses[0];
  return pauses.map((pause) => (
    <CardPause
      key={pause.id}
      page={back === undefined || pause.id === back ? page : { ...page, result: null }}
      pause={pause}
      scope={pause === linked ? undefined : pause.id}
    />
  ));
}

type PauseProps = { page: PageView; pause: CardPauseRow; scope: string | undefined };

function CardPause({ page, pause, scope }: PauseProps) {
  const t = translatorFor(page.locale);
  const { id, kind, cause, linkId, declines, approvals } = pause;
  return (
    <ButtonPanel
      page={page}
      id={id}
      title={t(`staff.records.pause.${kind}Title`)}
      intro={t(`staff.records.pause.${kind}Intro`, { declines, approvals })}
      action={ACTION}
      hidden={{ id }}
      kept={{ seen: pause.startedAt.toISOString() }}
      button={t('staff.records.pause.lift')}
      reason="reason"
      scope={scope}
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
    </ButtonPanel>
  );
}
