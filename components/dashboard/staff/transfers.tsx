import { day } from '#components/ui/texts.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { TransferRow } from '#lib/dashboard/staff/failed-refunds.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { Actor } from './actor.tsx';
import { amountColumn, timeColumn } from './columns.tsx';

/** A day such as `2026-11-25`. */
function Day({ format, of }: { format: string; of: string }) {
  return <time dateTime={of}>{day(format, `${of}T00:00:00Z`, 'UTC')}</time>;
}

/** What staff sent to the donor of a payment by bank transfer. Renders nothing if there is none. */
export function TransfersPanel({ page, rows }: { page: PageView; rows: readonly TransferRow[] }) {
  if (rows.length === 0) return null;
  const t = translatorFor(page.locale);
  const format = formattingLocale(page.locale, page.place);
  const columns: Column<TransferRow>[] = [
    {
      key: 'reference',
      title: t('staff.failedRefunds.byHand.reference'),
      isName: true,
      cell: ({ reference }) => <span className="code">{reference}</span>,
    },
    amountColumn(page, t('staff.failedRefunds.amount')),
    {
      key: 'sentOn',
      title: t('staff.failedRefunds.byHand.sentOn'),
      cell: ({ sentOn }) => <Day format={format} of={sentOn} />,
    },
    {
      key: 'by',
      title: t('staff.failedRefunds.byHand.recordedBy'),
      cell: ({ by }) => <Actor t={t} by={by} />,
    },
    timeColumn(page, 'recordedAt', t('staff.failedRefunds.byHand.recordedAt')),
    {
      key: 'returned',
      title: t('staff.failedRefunds.byHand.returned'),
      cell: ({ returnedOn }) => (returnedOn === null ? '—' : <Day format={format} of={returnedOn} />),
    },
  ];
  return (
    <Panel id="transfers" title={t('staff.failedRefunds.byHand.transfers')}>
      <DataTable
        caption={t('staff.failedRefunds.byHand.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty=""
      />
    </Panel>
  );
}
