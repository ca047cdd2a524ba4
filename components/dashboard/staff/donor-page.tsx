import type { PageView } from '#lib/dashboard/page-view.ts';
import type { DonationRow, DonorDetail, DonorTotal } from '#lib/dashboard/staff/donors.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Paging } from '../paging.tsx';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { PaymentBadges } from './badges.tsx';
import { amountColumn, idColumn, timeColumn } from './columns.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { staffPath } from './path.ts';
import { PersonalDataPanel } from './personal-data-panel.tsx';
import { ResendReceipt } from './resend-receipt.tsx';
import { SentMailsPanel } from './sent-mails-panel.tsx';

type Props = { page: PageView; donor: DonorDetail };

/** Everything that was given with one email address, and what was mailed to it. */
export function DonorPage({ page, donor }: Props) {
  const t = translatorFor(page.locale);
  const { names, email } = donor;
  return (
    <DashboardFrame page={page} title={names.rows[0] ?? email}>
      <Panel id="about" title={t('staff.people.aboutTitle')} intro={t('staff.people.donorIntro')}>
        <Facts
          facts={[
            { term: t('staff.people.email'), value: <span translate="no">{email}</span> },
            {
              term: t('staff.people.names'),
              value:
                names.rows.length === 0 ? t('staff.people.noName') : <span dir="auto">{names.rows.join(' · ')}</span>,
            },
          ]}
        />
        {names.isCut && <p className="hint">{t('staff.people.namesMore', { count: String(names.rows.length) })}</p>}
        <TotalsTable page={page} totals={donor.totals} />
      </Panel>
      <NotesPanel page={page} kind="donor" id={donor.paymentId} notes={donor.notes} />
      <DonationsPanel page={page} donor={donor} />
      <SentMailsPanel page={page} mails={donor.mails} />
      <PersonalDataPanel
        page={page}
        intro={t('staff.people.dataIntro')}
        file={`${staffPath('donors', donor.paymentId)}/export`}
        action="donor.erase"
        id={donor.paymentId}
        button={t('staff.people.erase')}
      />
    </DashboardFrame>
  );
}

function TotalsTable({ page, totals }: { page: PageView; totals: DonorTotal[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<DonorTotal>[] = [
    { key: 'currency', title: t('staff.people.currency'), isName: true, cell: ({ currency }) => currency },
    {
      key: 'count',
      title: t('staff.people.donations'),
      isNumber: true,
      cell: ({ count }) => new Intl.NumberFormat(page.locale).format(count),
    },
    {
      key: 'given',
      title: t('staff.people.given'),
      isNumber: true,
      cell: ({ given }) => majorMoney(page, given),
    },
    {
      key: 'reversed',
      title: t('staff.people.reversed'),
      isNumber: true,
      cell: ({ reversed }) => majorMoney(page, reversed),
    },
  ];
  return (
    <DataTable
      caption={t('staff.people.totalsCaption')}
      columns={columns}
      rows={totals}
      rowKey={({ currency }) => currency}
      empty={t('staff.people.totalsEmpty')}
    />
  );
}

function DonationsPanel({ page, donor }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<DonationRow>[] = [
    idColumn(page, 'payments', 'id', t('staff.money.payments.payment')),
    amountColumn(page, t('staff.money.payments.amount')),
    {
      key: 'state',
      title: t('staff.money.payments.state'),
      cell: (payment) => <PaymentBadges t={t} payment={payment} />,
    },
    {
      key: 'cause',
      title: t('staff.money.payments.cause'),
      cell: ({ causeKey, causeTitle }) => <a href={staffPath('causes', causeKey)}>{causeTitle}</a>,
    },
    { key: 'client', title: t('staff.partners.causes.client'), cell: ({ clientName }) => clientName },
    timeColumn(page, 'createdAt', t('staff.money.payments.started')),
    {
      key: 'receipt',
      title: t('staff.people.receipt'),
      cell: ({ id, hasReceipt }) => (hasReceipt ? <ResendReceipt page={page} paymentId={id} isLink /> : '—'),
    },
  ];
  return (
    <Panel id="donations" title={t('staff.people.paymentsTitle')}>
      <DataTable
        caption={t('staff.people.paymentsCaption')}
        columns={columns}
        rows={donor.donations}
        rowKey={({ id }) => id}
        empty={t('staff.money.payments.empty')}
      />
      <Paging page={page} after={donor.after} />
    </Panel>
  );
}
