import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CardPauseRow } from '#lib/dashboard/staff/card-pauses.ts';
import type { Overview, WorkItem, WorkName } from '#lib/dashboard/staff/work-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Age } from './age.tsx';
import { DashboardFrame } from './frame.tsx';
import { CardPauses } from './staff/card-pauses.tsx';
import { staffPath } from './staff/path.ts';
import { type Column, DataTable } from './table.tsx';

/** The page where each kind of work is done. */
const PATHS: Readonly<Record<WorkName, string>> = {
  disputes: staffPath('disputes'),
  failedRefunds: staffPath('refunds'),
  refundsDue: `${staffPath('payments')}?show=refund_due`,
  ledger: staffPath('ledger'),
  reconciliation: staffPath('reconciliation'),
  toDecide: `${staffPath('withdrawals')}?state=requested`,
  toSend: `${staffPath('withdrawals')}?state=approved`,
  toRecord: `${staffPath('withdrawals')}?state=sending`,
  bankAccounts: `${staffPath('withdrawals')}#accounts`,
  approvals: staffPath('approvals'),
  causes: `${staffPath('causes')}?state=in_verification`,
  mails: staffPath('mails'),
  events: `${staffPath('events')}?show=waiting`,
};

type Props = { page: PageView; overview: Overview; pauses: CardPauseRow[]; now: Date };

/** The first page of staff: the work that waits, paused card payments, and how much there is. */
export function OverviewPage({ page, overview, pauses, now }: Props) {
  const t = translatorFor(page.locale);
  const number = new Intl.NumberFormat(page.locale);
  return (
    <DashboardFrame page={page} title={t('dashboard.sections.overview')} intro={t('dashboard.overview.intro')}>
      {overview.isSingleStaff && <p className="alert">{t('staff.approvals.singleStaff')}</p>}
      <DataTable
        caption={t('dashboard.overview.caption')}
        columns={columnsOf(page, now)}
        rows={overview.work}
        rowKey={({ name }) => name}
        empty={t('dashboard.overview.nothing')}
      />
      <CardPauses page={page} pauses={pauses} />
      <dl className="figures">
        {(['clients', 'collecting'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`dashboard.overview.${name}`)}</dt>
            <dd>{number.format(overview[name])}</dd>
          </div>
        ))}
      </dl>
    </DashboardFrame>
  );
}

function columnsOf(page: PageView, now: Date): Column<WorkItem>[] {
  const { locale } = page;
  const t = translatorFor(locale);
  return [
    {
      key: 'work',
      title: t('dashboard.overview.work'),
      isName: true,
      cell: ({ name }) => <a href={PATHS[name]}>{t(`dashboard.overview.kinds.${name}`)}</a>,
    },
    {
      key: 'count',
      title: t('dashboard.overview.count'),
      isNumber: true,
      cell: ({ count }) => new Intl.NumberFormat(locale).format(count),
    },
    {
      key: 'oldest',
      title: t('dashboard.overview.oldest'),
      cell: ({ name, at }) => {
        if (at === null) return '—';
        const age = <Age locale={locale} at={at} now={now} />;
        return name === 'disputes' ? (
          <>
            {t('dashboard.overview.due')} {age}
          </>
        ) : (
          age
        );
      },
    },
  ];
}
