import type { Overview, PageView } from '#lib/dashboard/page-view.ts';
import type { CardPauseRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DashboardFrame } from './frame.tsx';
import { CardPauses } from './staff/card-pauses.tsx';

const ORDER = [
  ...(['clients', 'causes', 'collecting', 'payments', 'refunds'] as const),
  ...(['approvals', 'failedRefunds', 'disputes', 'events'] as const),
] as const;

type Props = { page: PageView; overview: Overview; pauses: CardPauseRow[] };

/** What staff see first: how much of everything there is, and what is paused. */
export function OverviewPage({ page, overview, pauses }: Props) {
  const t = translatorFor(page.locale);
  const format = new Intl.NumberFormat(page.locale);
  return (
    <DashboardFrame
      page={page}
      title={t('dashboard.sections.overview')}
      intro={t('dashboard.overview.intro')}
    >
      {overview.isSingleStaff && <p className="alert">{t('staff.approvals.singleStaff')}</p>}
      <dl className="figures">
        {ORDER.map((name) => (
          <div key={name}>
            <dt>{t(`dashboard.overview.${name}`)}</dt>
            <dd>{format.format(overview[name])}</dd>
          </div>
        ))}
      </dl>
      <CardPauses page={page} pauses={pauses} />
    </DashboardFrame>
  );
}
