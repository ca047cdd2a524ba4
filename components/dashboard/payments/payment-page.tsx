import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { HistoryEntry, PaymentRecord } from '#lib/payments/views/record-view.ts';
import { ownCausePath } from '../cause/cause-frame.tsx';
import { DashboardFrame } from '../frame.tsx';
import { deduction, minorMoney } from '../money.ts';
import { DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { StatusBadge } from './record-table.tsx';
import '../cause/cause.css';
import './payments.css';

type Props = {
  page: PageView;
  record: PaymentRecord;
  /** As people read it out; null for payments without a receipt. */
  receiptNumber: string | null;
  history: readonly HistoryEntry[];
};

/** A donation: its amount, fees, donor and history. */
export function PaymentPage({ page, record, receiptNumber, history }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (minor: number) => minorMoney(page, record, minor);
  return (
    <DashboardFrame
      page={page}
      title={t('ownPayments.one.title', { amount: money(record.paidMinor) })}
      intro={
        <span className="cause-line">
          <StatusBadge page={page} status={record.status} />
          <a href={ownCausePath({ key: record.causeKey }, '/payments')}>{t('ownPayments.one.back')}</a>
        </span>
      }
    >
      <div className="panels">
        <Money page={page} record={record} />
        <DonorPanel page={page} record={record} />
        <Facts page={page} record={record} receiptNumber={receiptNumber} />
        <ReceiptPanel page={page} record={record} />
      </div>
      <section aria-labelledby="history" className="history">
        <h2 id="history">{t('ownPayments.one.history')}</h2>
        <DataTable
          caption={t('ownPayments.one.historyCaption')}
          columns={[
            {
              key: 'what',
              title: t('ownPayments.one.what'),
              isName: true,
              cell: ({ kind }) => t(`ownPayments.events.${kind}`),
            },
            {
              key: 'date',
              title: t('ownPayments.date'),
              cell: ({ at }) => <When page={page} at={at} />,
            },
            {
              key: 'effect',
              title: t('ownPayments.one.effect'),
              isNumber: true,
              cell: ({ effectMinor }) => (effectMinor === null ? '' : money(effectMinor)),
            },
          ]}
          rows={history}
          rowKey={({ at, kind, effectMinor }) => `${at} ${kind} ${effectMinor}`}
          empty=""
        />
      </section>
    </DashboardFrame>
  );
}

type PartProps = Pick<Props, 'page' | 'record'>;

function Money({ page, record }: PartProps) {
  const t = translatorFor(page.locale);
  const money = (minor: number) => minorMoney(page, record, minor);
  const less = (minor: number) => deduction(page, record, minor);
  const { requestedMinor, paidMinor, commissionMinor, costMinor, netMinor } = record;
  const { refundedMinor, refundingMinor, disputedMinor, chargedBackMinor } = record;
  return (
    <Panel title={t('ownPayments.one.money')}>
      <Fact name={t('ownPayments.requested')}>{money(requestedMinor)}</Fact>
      <Fact name={t('ownPayments.paid')}>{money(paidMinor)}</Fact>
      {refundedMinor > 0 && <Fact name={t('ownPayments.refunded')}>{less(refundedMinor)}</Fact>}
      {refundingMinor > 0 && <Fact name={t('ownPayments.refunding')}>{less(refundingMinor)}</Fact>}
      {disputedMinor > 0 && <Fact name={t('ownPayments.inDispute')}>{less(disputedMinor)}</Fact>}
      {chargedBackMinor > 0 && <Fact name={t('ownPayments.lost')}>{less(chargedBackMinor)}</Fact>}
      <Fact name={t('ownPayments.fee')}>{less(commissionMinor)}</Fact>
      <Fact name={t('ownPayments.cost')}>{costMinor === null ? t('ownPayments.noCost') : less(costMinor)}</Fact>
      <Fact name={t('ownPayments.net')} isSum>
        {money(netMinor)}
      </Fact>
    </Panel>
  );
}

function DonorPanel({ page, record: { donor } }: PartProps) {
  const t = translatorFor(page.locale);
  if (donor === null)
    return (
      <section className="panel">
        <h2>{t('ownPayments.one.who')}</h2>
        <p>{t('ownPayments.one.anonymousBody')}</p>
      </section>
    );
  return (
    <Panel title={t('ownPayments.one.who')}>
      <Fact name={t('ownPayments.donor')}>{donor.name ?? t('ownPayments.unnamed')}</Fact>
      {donor.email !== null && <Fact name={t('ownPayments.email')}>{donor.email}</Fact>}
    </Panel>
  );
}

function Facts({ page, record, receiptNumber }: Omit<Props, 'history'>) {
  const t = translatorFor(page.locale);
  return (
    <Panel title={t('ownPayments.one.facts')}>
      <Fact name={t('ownPayments.cause')}>{record.causeTitle}</Fact>
      <Fact name={t('ownPayments.method')}>{t(`ownPayments.methods.${record.rail}`)}</Fact>
      {receiptNumber !== null && <Fact name={t('receipt.number')}>{receiptNumber}</Fact>}
      <Fact name={t('ownPayments.number')}>{record.id}</Fact>
      <Fact name={t('ownPayments.link')}>{record.linkId}</Fact>
      {record.externalReference !== null && <Fact name={t('ownPayments.reference')}>{record.externalReference}</Fact>}
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      <dl className="sums">{children}</dl>
    </section>
  );
}

function Fact({ name, isSum = false, children }: { name: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={isSum ? 'sum' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
