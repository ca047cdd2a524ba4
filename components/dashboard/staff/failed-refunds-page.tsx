import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FailedRefundRow, Listed } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { PaymentBadges } from './badges.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; refunds: Listed<FailedRefundRow> };

/** Refunds that failed: each wants somebody. */
export function FailedRefundsPage({ page, refunds }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<FailedRefundRow>[] = [
    {
      key: 'refund',
      title: t('staff.failedRefunds.refund'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('refunds', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'amount',
      title: t('staff.failedRefunds.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'wants',
      title: t('staff.failedRefunds.wants'),
      cell: (refund) => <Wants page={page} refund={refund} />,
    },
    {
      key: 'payment',
      title: t('staff.failedRefunds.payment'),
      cell: ({ payment }) => (
        <>
          <a className="code" href={staffPath('payments', payment.id)}>
            {payment.id}
          </a>
          <span className="below">
            <PaymentBadges t={t} payment={payment} />
          </span>
        </>
      ),
    },
    {
      key: 'failed',
      title: t('staff.failedRefunds.failedAt'),
      cell: ({ failedAt }) => <When page={page} at={failedAt} isShort />,
    },
  ];
  return (
    <DashboardFrame page={page} title={t('staff.failedRefunds.title')} intro={t('staff.failedRefunds.intro')}>
      <DataTable
        caption={t('staff.failedRefunds.caption')}
        columns={columns}
        rows={refunds.rows}
        rowKey={({ id }) => id}
        empty={t('staff.failedRefunds.empty')}
      />
      <Paging page={page} after={refunds.after} />
    </DashboardFrame>
  );
}

function Wants({ page, refund }: { page: PageView; refund: FailedRefundRow }) {
  const t = translatorFor(page.locale);
  const { returnedAt, isUnderWay } = refund;
  return (
    <>
      <Badge tone={isUnderWay ? 'plain' : 'waits'}>
        {t(isUnderWay ? 'staff.failedRefunds.underWay' : 'staff.failedRefunds.seeTo')}
      </Badge>
      {returnedAt && (
        <span className="below">
          <Badge tone="bad">{t('staff.failedRefunds.returned')}</Badge>
        </span>
      )}
    </>
  );
}
