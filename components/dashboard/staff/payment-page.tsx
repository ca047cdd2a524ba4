import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LedgerRow, PaymentDetail, RefundRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { PaymentBadges, RefundBadge } from './badges.tsx';
import { DisputesTable } from './disputes-table.tsx';
import { staffPath } from './path.ts';
import { RefundPanel } from './refund-panel.tsx';

type Props = { page: PageView; payment: PaymentDetail };

/** A payment: what became of its money, where the ledger has it, and giving it back. */
export function StaffPaymentPage({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.money.payment.title', { id: payment.id })}>
      <AboutPanel page={page} payment={payment} />
      <div className="side-by-side">
        <WaitingPanel page={page} payment={payment} />
        <RefundPanel page={page} payment={payment} />
        <DonorPanel page={page} payment={payment} />
      </div>
      {payment.disputes.length > 0 && <DisputesPanel page={page} payment={payment} />}
      {payment.refunds.length > 0 && <RefundsPanel page={page} payment={payment} />}
      <LedgerPanel page={page} payment={payment} />
    </DashboardFrame>
  );
}

function AboutPanel({ page, payment }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const at = (term: string, instant: Date | null) =>
    instant && { term, value: <When page={page} at={instant} /> };
  return (
    <Panel id="about" title={t('staff.money.payment.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.money.payments.state'), value: <PaymentBadges t={t} payment={payment} /> },
          { term: t('staff.money.payments.amount'), value: moneyWithCode(locale, payment.amount) },
          payment.back && {
            term: t('staff.money.payment.back'),
            value: moneyWithCode(locale, payment.back),
          },
          payment.reason && {
            term: t('staff.money.payment.why'),
            value: t(`staff.money.reasons.${payment.reason}`),
          },
          {
            term: t('staff.money.payments.cause'),
            value: <a href={staffPath('causes', payment.causeKey)}>{payment.causeTitle}</a>,
          },
          {
            term: t('staff.money.payment.link'),
            value: (
              <a className="code" href={staffPath('links', payment.linkId)}>
                {payment.linkId}
              </a>
            ),
          },
          { term: t('staff.money.payments.method'), value: t(`staff.money.rails.${payment.rail}`) },
          { term: t('staff.money.payment.attempt'), value: payment.attempt },
          { term: t('staff.money.payment.gateway'), value: payment.gateway },
          { term: t('staff.money.payment.reference'), value: payment.gatewayReference },
          { term: t('staff.money.payment.gatewayPayment'), value: payment.gatewayPaymentId },
          { term: t('staff.money.payment.lastError'), value: payment.lastError },
          at(t('staff.money.payments.started'), payment.createdAt),
          at(t('staff.money.payment.succeeded'), payment.succeededAt),
          at(t('staff.money.payment.settled'), payment.settledAt),
          at(t('staff.money.payment.backAt'), payment.refundedAt),
        ]}
      />
    </Panel>
  );
}

/** A refund that waits for a second person. */
function WaitingPanel({ page, payment: { waiting } }: Props) {
  if (waiting === null) return null;
  const t = translatorFor(page.locale);
  return (
    <ApprovalPanel
      {...{ page, id: waiting.id, isOwn: waiting.isOwn }}
      approve={{ action: 'refund.approve', label: t('staff.approvals.refund.approve') }}
      refuse={{ action: 'refund.refuse', label: t('staff.approvals.refund.refuse') }}
      title={t('staff.approvals.refund.title')}
      intro={t('staff.approvals.refund.intro')}
    >
      <Facts
        facts={[
          { term: t('staff.approvals.amount'), value: moneyWithCode(page.locale, waiting.amount) },
          { term: t('staff.approvals.reason'), value: waiting.reason },
          { term: t('staff.approvals.by'), value: <Actor t={t} by={waiting.by} /> },
          { term: t('staff.approvals.at'), value: <When page={page} at={waiting.requestedAt} /> },
        ]}
      />
    </ApprovalPanel>
  );
}

function DonorPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  const { name, email, isAnonymous } = payment.donor;
  if (name === null && email === null && isAnonymous === null) return null;
  return (
    <Panel id="donor" title={t('staff.money.payment.donorTitle')}>
      <Facts
        facts={[
          { term: t('staff.money.payment.donorName'), value: name },
          { term: t('staff.money.payment.donorEmail'), value: email },
          isAnonymous === null
            ? null
            : {
                term: t('staff.money.payment.anonymous'),
                value: t(isAnonymous ? 'staff.money.payment.yes' : 'staff.money.payment.no'),
              },
        ]}
      />
    </Panel>
  );
}

function DisputesPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="disputes" title={t('staff.disputes.title')}>
      <DisputesTable
        page={page}
        rows={payment.disputes}
        caption={t('staff.disputes.captionPayment')}
        empty=""
        isOfOnePayment
      />
    </Panel>
  );
}

function RefundsPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<RefundRow>[] = [
    {
      key: 'amount',
      title: t('staff.money.payments.amount'),
      isName: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'state',
      title: t('staff.money.payments.state'),
      cell: ({ id, state, lastError, returnedAt, isUnresolved }) => (
        <>
          <RefundBadge t={t} state={state} /> {returnedAt ? t('staff.failedRefunds.returned') : lastError}{' '}
          {isUnresolved && <a href={staffPath('refunds', id)}>{t('staff.failedRefunds.seeTo')}</a>}
        </>
      ),
    },
    {
      key: 'gateway',
      title: t('staff.failedRefunds.gatewayRefund'),
      cell: ({ gatewayRefundId }) => <span className="code">{gatewayRefundId ?? '—'}</span>,
    },
    {
      key: 'reason',
      title: t('staff.money.payment.refundReason'),
      cell: ({ reason }) => reason ?? (payment.reason && t(`staff.money.reasons.${payment.reason}`)),
    },
    {
      key: 'by',
      title: t('staff.money.payment.refundBy'),
      cell: ({ by, approvedBy }) => (
        <>
          {by ? <Actor t={t} by={by} /> : t('staff.money.payment.refundByItself')}
          {approvedBy && (
            <span className="below">
              {t('staff.approvals.approvedBy', { name: approvedBy.name ?? approvedBy.id })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'when',
      title: t('staff.money.payment.refundWhen'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
  ];
  return (
    <Panel id="refunds" title={t('staff.money.payment.refundsTitle')}>
      <DataTable
        caption={t('staff.money.payment.refundsCaption')}
        columns={columns}
        rows={payment.refunds}
        rowKey={({ id }) => id}
        empty=""
      />
    </Panel>
  );
}

function LedgerPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<LedgerRow>[] = [
    {
      key: 'kind',
      title: t('staff.money.payment.posted'),
      isName: true,
      cell: ({ kind }) => t(`staff.money.ledger.kinds.${kind}`),
    },
    {
      key: 'account',
      title: t('staff.money.payment.account'),
      cell: ({ account, detail }) =>
        [t(`staff.money.ledger.accounts.${account}`), detail].filter(Boolean).join(' · '),
    },
    {
      key: 'amount',
      title: t('staff.money.payments.amount'),
      isNumber: true,
      cell: ({ amount }) => moneyWithCode(page.locale, amount),
    },
    {
      key: 'at',
      title: t('staff.records.audit.when'),
      cell: ({ at }) => <When page={page} at={at} />,
    },
  ];
  return (
    <Panel id="ledger" title={t('staff.money.payment.ledgerTitle')}>
      <DataTable
        caption={t('staff.money.payment.ledgerCaption')}
        columns={columns}
        rows={payment.entries}
        rowKey={({ id }) => id}
        empty={t('staff.money.payment.ledgerEmpty')}
      />
    </Panel>
  );
}
