import type { PageView } from '#lib/dashboard/page-view.ts';
import type { Cut } from '#lib/dashboard/staff/list-view.ts';
import type { SentMailRow } from '#lib/dashboard/staff/sent-mails.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { timeColumn } from './columns.tsx';
import { CutPosition } from './cut-position.tsx';
import { staffPath } from './path.ts';

/** The emails to a person, and whether they were sent. */
export function SentMailsPanel({ page, mails }: { page: PageView; mails: Cut<SentMailRow> }) {
  const t = translatorFor(page.locale);
  const columns: Column<SentMailRow>[] = [
    {
      key: 'about',
      title: t('staff.people.mails.about'),
      isName: true,
      cell: ({ template }) => t(`lists.mails.${template}`),
    },
    {
      key: 'state',
      title: t('staff.people.mails.state'),
      cell: ({ sentAt, lastError }) => {
        if (sentAt) return <Badge tone="good">{t('staff.people.mails.sent')}</Badge>;
        const state = lastError === null ? 'waiting' : 'failed';
        return <Badge tone={lastError === null ? 'waits' : 'bad'}>{t(`staff.people.mails.${state}`)}</Badge>;
      },
    },
    {
      key: 'payment',
      title: t('staff.people.mails.payment'),
      cell: ({ paymentId }) =>
        paymentId === null ? (
          '—'
        ) : (
          <a className="code" href={staffPath('payments', paymentId)}>
            {paymentId}
          </a>
        ),
    },
    timeColumn(page, 'createdAt', t('staff.people.mails.when')),
  ];
  return (
    <Panel id="mails" title={t('staff.people.mails.title')}>
      <CutPosition page={page} count={mails.rows.length} isCut={mails.isCut} />
      <DataTable
        caption={t('staff.people.mails.caption')}
        columns={columns}
        rows={mails.rows}
        rowKey={({ id }) => id}
        empty={t('staff.people.mails.empty')}
      />
    </Panel>
  );
}
