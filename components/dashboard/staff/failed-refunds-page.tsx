import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FailedRefundRow } from '#lib/dashboard/staff/failed-refunds.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { majorMoney } from '../money.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { PaymentBadges } from './badges.tsx';
import {
  amountColumn,
  BY_AMOUNT,
  BY_DATE,
  clientColumn,
  donorColumn,
  idColumn,
  sortable,
  timeColumn,
} from './columns.tsx';
import { GatewayCode } from './gateway-code.tsx';
import { listCaption } from './list-caption.ts';
import { StaffListPage } from './list-page.tsx';
import { staffPath } from './path.ts';
import { ShortId } from './short-id.tsx';

type Props = { page: PageView; refunds: Listed<FailedRefundRow> };

/** Failed refunds that are not resolved. */
export function FailedRefundsPage({ page, refunds }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<FailedRefundRow>[] = [
    idColumn(page, 'refunds', 'id', t('staff.failedRefunds.refund')),
    sortable(page, refunds, amountColumn(page, t('staff.failedRefunds.amount')), BY_AMOUNT),
    {
      key: 'wants',
      title: t('staff.failedRefunds.wants'),
      width: 'state',
      cell: (refund) => <Wants page={page} refund={refund} />,
    },
    {
      key: 'payment',
      title: t('staff.failedRefunds.payment'),
      width: 'id',
      cell: ({ payment }) => (
        <>
          <ShortId page={page} id={payment.id} href={staffPath('payments', payment.id)} />
          <span className="below">
            <PaymentBadges t={t} payment={payment} />
          </span>
        </>
      ),
    },
    {
      key: 'error',
      title: t('staff.failedRefunds.why'),
      cell: ({ lastError }) => (lastError === null ? '—' : <GatewayCode t={t} code={lastError} />),
    },
    { ...donorColumn(page), cell: ({ payment }) => donorColumn(page).cell(payment) },
    { ...clientColumn(page), cell: ({ payment }) => clientColumn(page).cell(payment) },
    sortable(page, refunds, timeColumn(page, 'failedAt', t('staff.failedRefunds.failedAt')), BY_DATE),
  ];
  return (
    <StaffListPage
      page={page}
      title={t('staff.failedRefunds.title')}
      intro={t('staff.failedRefunds.intro')}
      section="refunds"
      list={refunds}
    >
      <DataTable
        caption={listCaption(page, t('staff.failedRefunds.title'), refunds)}
        columns={columns}
        rows={refunds.rows}
        rowKey={({ id }) => id}
        empty={t('staff.failedRefunds.empty')}
        isFixed
        line={(refund) => (
          <RowLine
            first={refund.payment.donor.name ?? refund.payment.donor.email ?? '—'}
            figure={majorMoney(page, refund.amount)}
            second={<When page={page} at={refund.failedAt} isShort />}
            badge={<Wants page={page} refund={refund} />}
          />
        )}
      />
    </StaffListPage>
  );
}

function Wants({ page, refund }: { page: PageView; refund: FailedRefundRow }) {
  const t = translatorFor(page.locale);
  const { returnedAt, isInProgress } = refund;
  return (
    <>
      <Badge tone={isInProgress ? 'plain' : 'waits'}>
        {t(isInProgress ? 'staff.failedRefunds.inProgress' : 'staff.failedRefunds.seeTo')}
      </Badge>
      {returnedAt && (
        <span className="below">
          <Badge tone="bad">{t('staff.failedRefunds.returned')}</Badge>
        </span>
      )}
    </>
  );
}
