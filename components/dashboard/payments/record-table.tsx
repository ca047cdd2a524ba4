import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { PaymentRecord, PaymentStatus } from '#lib/payments/views/record-view.ts';
import { Badge, type Tone } from '../badge.tsx';
import { Breakable } from '../breakable.tsx';
import { deduction, minorMoney } from '../money.ts';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import './payments.css';

type Props = {
  page: PageView;
  rows: readonly PaymentRecord[];
  caption: string;
  empty: string;
  /** Adds a column with the cause, for lists of several causes. */
  namesCause?: boolean;
};

const TONES: Record<PaymentStatus, Tone> = {
  approved: 'good',
  partially_refunded: 'waits',
  refunded: 'plain',
  disputed: 'bad',
  dispute_lost: 'bad',
};

/** What was or is being taken back of a payment: with it the row adds up to its net amount. */
const AWAY = [
  { of: 'refundedMinor', text: 'refunded' },
  { of: 'refundingMinor', text: 'refunding' },
  { of: 'disputedMinor', text: 'inDispute' },
  { of: 'chargedBackMinor', text: 'lost' },
] as const;

/** The status of a payment in a word. */
export function StatusBadge({ page, status }: { page: PageView; status: PaymentStatus }) {
  const t = translatorFor(page.locale);
  return <Badge tone={TONES[status]}>{t(`ownPayments.statuses.${status}`)}</Badge>;
}

/** The path of a payment's page. */
function paymentPath({ id }: PaymentRecord): string {
  return `/dashboard/payments/${id}`;
}

/** A table of donations. */
export function RecordTable({ page, rows, caption, empty, namesCause = false }: Props) {
  const columns = columnsOf(page, namesCause);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard (WCAG 2.1.1).
    <section className="wide" aria-label={caption} tabIndex={0}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={empty}
        line={(row) => <Line page={page} row={row} />}
      />
    </section>
  );
}

function columnsOf(page: PageView, namesCause: boolean): Column<PaymentRecord>[] {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (row: PaymentRecord, minor: number) => minorMoney(page, row, minor);
  const less = (row: PaymentRecord, minor: number) => deduction(page, row, minor);
  return [
    {
      key: 'date',
      title: t('ownPayments.date'),
      isName: true,
      cell: (row) => (
        <>
          <a href={paymentPath(row)} className="when">
            <When page={page} at={row.at} isShort />
          </a>
          {namesCause && <small className="below title">{row.causeTitle}</small>}
        </>
      ),
    },
    { key: 'donor', title: t('ownPayments.donor'), cell: (row) => <Donor page={page} donor={row.donor} /> },
    {
      key: 'paid',
      title: t('ownPayments.paid'),
      isNumber: true,
      cell: (row) => (
        <>
          {money(row, row.paidMinor)}
          {row.requestedMinor !== row.paidMinor && (
            <small className="below">{t('ownPayments.asked', { amount: money(row, row.requestedMinor) })}</small>
          )}
          <small className="below">{t(`ownPayments.methods.${row.rail}`)}</small>
        </>
      ),
    },
    {
      key: 'fee',
      title: t('ownPayments.fee'),
      isNumber: true,
      cell: (row) => less(row, row.commissionMinor),
    },
    {
      key: 'cost',
      title: t('ownPayments.cost'),
      isNumber: true,
      cell: (row) => (row.costMinor === null ? t('ownPayments.noCost') : less(row, row.costMinor)),
    },
    { key: 'net', title: t('ownPayments.net'), isNumber: true, cell: (row) => money(row, row.netMinor) },
    {
      key: 'state',
      title: t('ownPayments.state'),
      cell: (row) => (
        <>
          <StatusBadge page={page} status={row.status} />
          {AWAY.filter(({ of }) => row[of] > 0).map(({ of, text }) => (
            <small key={of} className="below">
              {t(`ownPayments.${text}`)}: <span className="whole">{less(row, row[of])}</span>
            </small>
          ))}
        </>
      ),
    },
  ];
}

/** A donation in two short lines: when and how much, who and in which state. */
function Line({ page, row }: { page: PageView; row: PaymentRecord }) {
  const t = translatorFor(page.locale);
  return (
    <RowLine
      first={<When page={page} at={row.at} isShort />}
      figure={minorMoney(page, row, row.paidMinor)}
      second={
        row.donor === null
          ? t('ownPayments.anonymous')
          : (row.donor.name ?? row.donor.email ?? t('ownPayments.unnamed'))
      }
      badge={<StatusBadge page={page} status={row.status} />}
    />
  );
}

/** The donor, as far as they share their name with the cause. */
function Donor({ page, donor }: { page: PageView; donor: PaymentRecord['donor'] }) {
  const t = translatorFor(page.locale);
  if (donor === null) return <span className="soft">{t('ownPayments.anonymous')}</span>;
  const { name, email } = donor;
  return (
    <span className="wide-cell">
      {name ?? (email === null && <span className="soft">{t('ownPayments.unnamed')}</span>)}
      {email !== null && (
        <small className={name === null ? 'address' : 'below address'}>
          <Breakable text={email} />
        </small>
      )}
    </span>
  );
}
