import type { PageView } from '#lib/dashboard/page-view.ts';
import type { EventRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { FilterForm } from '../filter-form.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { staffPath } from './path.ts';

/** What gateways told us. */
export function EventsPage({ page, events }: { page: PageView; events: Listed<EventRow> }) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame
      page={page}
      title={t('staff.records.events.title')}
      intro={t('staff.records.events.intro')}
    >
      <FilterForm
        page={page}
        label={t('staff.records.narrow')}
        filters={[
          { kind: 'text', name: 'q', label: t('staff.records.events.search') },
          {
            kind: 'select',
            name: 'show',
            label: t('staff.records.events.show'),
            options: [
              { value: '', label: t('staff.records.events.all') },
              { value: 'waiting', label: t('staff.records.events.waiting') },
            ],
          },
        ]}
      />
      <DataTable
        caption={t('staff.records.events.caption')}
        columns={columnsOf(page)}
        rows={events.rows}
        rowKey={({ id }) => id}
        empty={t('staff.records.events.empty')}
      />
      <Paging page={page} after={events.after} />
    </DashboardFrame>
  );
}

function columnsOf(page: PageView): Column<EventRow>[] {
  const t = translatorFor(page.locale);
  return [
    {
      key: 'event',
      title: t('staff.records.events.event'),
      isName: true,
      cell: ({ type, eventId }) => (
        <>
          {type} <span className="code">{eventId}</span>
        </>
      ),
    },
    { key: 'gateway', title: t('staff.records.events.gateway'), cell: ({ gateway }) => gateway },
    {
      key: 'reference',
      title: t('staff.records.events.reference'),
      cell: ({ reference }) =>
        reference === null ? (
          '—'
        ) : (
          <a className="code" href={`${staffPath('payments')}?${new URLSearchParams({ q: reference })}`}>
            {reference}
          </a>
        ),
    },
    {
      key: 'received',
      title: t('staff.records.events.received'),
      cell: ({ receivedAt }) => <When page={page} at={receivedAt} />,
    },
    {
      key: 'handled',
      title: t('staff.records.events.handled'),
      cell: ({ handledAt, lastError }) =>
        handledAt ? (
          <When page={page} at={handledAt} />
        ) : (
          <Badge tone="waits">
            {lastError
              ? t('staff.records.events.error', { error: lastError })
              : t('staff.records.events.waits')}
          </Badge>
        ),
    },
    {
      key: 'action',
      title: t('staff.records.events.action'),
      cell: ({ id, eventId }) => (
        <ActionForm page={page} action="event.handle" hidden={{ id }} className="">
          <button type="submit" className="button-link">
            {t('staff.records.events.again')}
            <span className="visually-hidden"> {eventId}</span>
          </button>
        </ActionForm>
      ),
    },
  ];
}
