import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LedgerRow, PaymentDetail, RefundRow } from '#lib/dashboard/staff/payment.ts';
import { gatewayName } from '#lib/i18n/gateway-words.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePaidWith } from '#lib/i18n/write-paid-with.ts';
import { Facts, timeFact } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { Actor } from './actor.tsx';
import { ApprovalPanel, RequestFacts } from './approval-panel.tsx';
import { PaymentBadges, RefundBadge } from './badges.tsx';
import { amountColumn, timeColumn } from './columns.tsx';
import { DisputesOfPayment } from './disputes-table.tsx';
import { GatewayCode } from './gateway-code.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { writeMoneyLine } from './money-line.ts';
import { NotesPanel } from './notes-panel.tsx';
import { staffPath } from './path.ts';
import { RefundPanel } from './refund-panel.tsx';
import { ResendReceipt } from './resend-receipt.tsx';
import { ReturnedPanel } from './returned-panel.tsx';
import { TransfersPanel } from './transfers.tsx';

type Props = { page: PageView; payment: PaymentDetail };

/** A payment for staff: its money, its ledger postings, and its refunds. */
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
      <TransfersPanel page={page} rows={payment.transfers} />
      <ReturnedPanel page={page} rows={payment.transfers} />
      <LedgerPanel page={page} payment={payment} />
      <NotesPanel page={page} kind="payment" id={payment.id} notes={payment.notes} />
      <HistoryPanel page={page} subject={payment.id} history={payment.history} />
    </DashboardFrame>
  );
}

function AboutPanel({ page, payment }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  return (
    <Panel id="about" title={t('staff.money.payment.aboutTitle')} intro={writeMoneyLine(page, payment.moneyLine)}>
      <Facts
        facts={[
          { term: t('staff.money.payments.state'), value: <PaymentBadges t={t} payment={payment} /> },
          { term: t('staff.money.payments.amount'), value: majorMoney(page, payment.amount) },
          payment.returned && {
            term: t('staff.money.payment.back'),
            value: majorMoney(page, payment.returned),
          },
          payment.reserved && {
            term: t('staff.money.payment.underWay'),
            value: majorMoney(page, payment.reserved),
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
          { term: t('staff.money.payment.receiptNumber'), value: payment.receiptNumber },
          { term: t('staff.money.payments.method'), value: writePaidWith(payment.paidWith, t) },
          { term: t('staff.money.payment.attempt'), value: payment.attempt },
          { term: t('staff.money.payment.gateway'), value: gatewayName(payment.gateway) },
          { term: t('staff.money.payment.reference'), value: payment.gatewayReference },
          { term: t('staff.money.payment.gatewayPayment'), value: payment.gatewayPaymentId },
          {
            term: t('staff.money.payment.lastError'),
            value: payment.lastError && <GatewayCode t={t} code={payment.lastError} />,
          },
          timeFact(page, t('staff.money.payments.started'), payment.createdAt),
          timeFact(page, t('staff.money.payment.succeeded'), payment.succeededAt),
          timeFact(page, t('staff.money.payment.settled'), payment.settledAt),
          timeFact(page, t('staff.money.payment.backAt'), payment.refundedAt),
        ]}
      />
    </Panel>
  );
}

/** A refund that waits for approval. */
function WaitingPanel({ page, payment: { waiting } }: Props) {
  if (waiting === null) return null;
  const t = translatorFor(page.locale);
  return (
    <ApprovalPanel
      page={page}
      id={waiting.id}
      isOwn={waiting.isOwn}
      approve={{ action: 'refund.approve', label: t('staff.approvals.refund.approve') }}
      refuse={{ action: 'refund.reject', label: t('staff.approvals.refund.refuse'), reason: 'note' }}
      title={t('staff.approvals.refund.title')}
      intro={t('staff.approvals.refund.intro')}
    >
      <RequestFacts page={page} request={waiting} />
    </ApprovalPanel>
  );
}

function DonorPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  const { name, email, receiptEmail, isAnonymous, isErased } = payment.donor;
  if (name === null && email === null && receiptEmail === null && isAnonymous === null && !isErased) return null;
  const linked = (address: string) => (
    <a href={staffPath('donors', payment.id)} translate="no">
      {address}
    </a>
  );
  const hasReceipt = payment.receiptNumber !== null && (email !== null || receiptEmail !== null);
  return (
    <Panel
      id="donor"
      title={t('staff.money.payment.donorTitle')}
      intro={isErased ? t('staff.people.erased') : undefined}
    >
      <Facts
        facts={[
          { term: t('staff.money.payment.donorName'), value: name },
          { term: t('staff.money.payment.donorEmail'), value: email && linked(email) },
          { term: t('staff.money.payment.receiptEmail'), value: receiptEmail && linked(receiptEmail) },
          isAnonymous === null || isErased
            ? null
            : {
                term: t('staff.money.payment.anonymous'),
                value: t(isAnonymous ? 'staff.money.payment.yes' : 'staff.money.payment.no'),
              },
        ]}
      />
      {hasReceipt && <ResendReceipt page={page} paymentId={payment.id} />}
    </Panel>
  );
}

function DisputesPanel({ page, payment }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="disputes" title={t('staff.disputes.title')}>
      <DisputesOfPayment page={page} rows={payment.disputes} />
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
      cell: ({ amount }) => majorMoney(page, amount),
    },
    {
      key: 'state',
      title: t('staff.money.payments.state'),
      cell: ({ id, state, lastError, returnedAt, isUnresolved, resolution, isReplaced }) => (
        <>
          <RefundBadge t={t} state={state} />{' '}
          {returnedAt
            ? t('staff.failedRefunds.returned')
            : lastError !== null && <GatewayCode t={t} code={lastError} />}{' '}
          {isUnresolved && <a href={staffPath('refunds', id)}>{t('staff.failedRefunds.seeTo')}</a>}
          {resolution && <a href={staffPath('refunds', id)}>{t(`staff.failedRefunds.resolutions.${resolution}`)}</a>}
          {isReplaced && <a href={staffPath('refunds', id)}>{t('staff.failedRefunds.laterRefund')}</a>}
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
            <span className="below">{t('staff.approvals.approvedBy', { name: approvedBy.name ?? approvedBy.id })}</span>
          )}
        </>
      ),
    },
    timeColumn(page, 'createdAt', t('staff.money.payment.refundWhen')),
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
      cell: ({ account, detail }) => [t(`staff.money.ledger.accounts.${account}`), detail].filter(Boolean).join(' · '),
    },
    amountColumn(page, t('staff.money.payments.amount')),
    timeColumn(page, 'at', t('staff.records.audit.when')),
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
