import type { PageView } from '#lib/dashboard/page-view.ts';
import type { EventRow } from '#lib/dashboard/staff/events.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { gatewayName, knownEvent } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge } from '../badge.tsx';
import { ActionForm } from '../form.tsx';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { BY_DATE, sortable, timeColumn } from './columns.tsx';
import { GatewayCode } from './gateway-code.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { staffPath } from './path.ts';
import { ShortId } from './short-id.tsx';

/** Events received from gateways. */
export function EventsPage({ page, events }: { page: PageView; events: Listed<EventRow> }) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('staff.records.events.title')}
      intro={t('staff.records.events.intro')}
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
      section="events"
      list={events}
    >
      <DataTable
        caption={listCaption(page, t('staff.records.events.title'), events)}
        columns={columnsOf(page, events)}
        rows={events.rows}
        rowKey={({ id }) => id}
        empty={t('staff.records.events.empty')}
        isFixed
        line={({ type, gateway, receivedAt, handledAt }) => (
          <RowLine
            first={<EventName t={t} type={type} />}
            figure={gatewayName(gateway)}
            second={<When page={page} at={receivedAt} isShort />}
            badge={handledAt === null && <Badge tone="waits">{t('staff.records.events.waits')}</Badge>}
          />
        )}
      />
    </StaffListPage>
  );
}

/** What an event says, in words; one that we do not know, in the gateway's own. */
function EventName({ t, type }: { t: Translate; type: string }) {
  const known = knownEvent(type);
  return known ? t(`lists.events.${known}`) : <span className="code">{type}</span>;
}

function columnsOf(page: PageView, events: Listed<EventRow>): Column<EventRow>[] {
  const t = translatorFor(page.locale);
  return [
    {
      key: 'event',
      title: t('staff.records.events.event'),
      isName: true,
      cell: ({ type, eventId }) => (
        <>
          {knownEvent(type) && <EventName t={t} type={type} />}
          <small className="below code" translate="no">
            {type}
          </small>
          <span className="below">
            <ShortId page={page} id={eventId} />
          </span>
        </>
      ),
    },
    {
      key: 'gateway',
      title: t('staff.records.events.gateway'),
      width: 'amount',
      cell: ({ gateway }) => gatewayName(gateway),
    },
    {
      key: 'reference',
      title: t('staff.records.events.reference'),
      width: 'id',
      cell: ({ reference }) =>
        reference === null ? (
          '—'
        ) : (
          <ShortId
            page={page}
            id={reference}
            href={`${staffPath('payments')}?${new URLSearchParams({ q: reference })}`}
          />
        ),
    },
    sortable(page, events, timeColumn(page, 'receivedAt', t('staff.records.events.received')), BY_DATE),
    {
      key: 'handled',
      title: t('staff.records.events.handled'),
      width: 'state',
      cell: ({ handledAt, lastError }) =>
        handledAt ? (
          <When page={page} at={handledAt} isShort />
        ) : (
          <>
            <Badge tone="waits">{t('staff.records.events.waits')}</Badge>
            {lastError !== null && (
              <span className="below">
                <GatewayCode t={t} code={lastError} />
              </span>
            )}
          </>
        ),
    },
    {
      key: 'action',
      title: t('staff.records.events.action'),
      width: 'date',
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
