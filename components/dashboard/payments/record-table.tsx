import { LocalTime } from '#components/ui/local-time.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { PaymentRecord, PaymentStanding } from '#lib/payments/record-view.ts';
import { Badge, type Tone } from '../badge.tsx';
import { bareMoney, minorMoney } from '../money.ts';
import { type Column, DataTable } from '../table.tsx';
import './payments.css';

type Props = {
  page: PageView;
  rows: readonly PaymentRecord[];
  caption: string;
  empty: string;
  /** In a list of several causes: each row says to which it was given. */
  namesCause?: boolean;
};

const TONES: Record<PaymentStanding, Tone> = {
  approved: 'good',
  partially_refunded: 'waits',
  refunded: 'plain',
  disputed: 'bad',
  dispute_lost: 'bad',
};

/** What of a payment may be away again: named where it is not all of it. */
const AWAY = [
  { of: 'refundedMinor', text: 'refunded' },
  { of: 'disputedMinor', text: 'inDispute' },
  { of: 'chargedBackMinor', text: 'lost' },
] as const;

/** How a payment stands, in a word. */
export function StandingBadge({ page, standing }: { page: PageView; standing: PaymentStanding }) {
  const t = translatorFor(page.locale);
  return <Badge tone={TONES[standing]}>{t(`ownPayments.standings.${standing}`)}</Badge>;
}

/** The path of one payment. */
function paymentPath({ id }: PaymentRecord): string {
  return `/dashboard/payments/${id}`;
}

/** Donations, a row each. */
export function RecordTable({ page, rows, caption, empty, namesCause = false }: Props) {
  const columns = columnsOf(page, namesCause);
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reached by keyboard (WCAG 2.1.1).
    <section className="wide" aria-label={caption} tabIndex={0}>
      <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} empty={empty} />
    </section>
  );
}

function columnsOf(page: PageView, namesCause: boolean): Column<PaymentRecord>[] {
  const { locale } = page;
  const t = translatorFor(locale);
  const money = (row: PaymentRecord, minor: number) => minorMoney(locale, row, minor);
  // The currency stands beside what was paid: said again in every column, the row would not fit.
  const plain = (row: PaymentRecord, minor: number) => bareMoney(locale, row, minor);
  return [
    {
      key: 'date',
      title: t('ownPayments.date'),
      isName: true,
      cell: (row) => (
        <>
          <a href={paymentPath(row)} className="when">
            <LocalTime iso={row.at} formatLocale={formattingLocale(locale, row.country)} isShort />
          </a>
          {namesCause && <small className="below">{row.causeTitle}</small>}
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
            <small className="below">
              {t('ownPayments.asked', { amount: money(row, row.requestedMinor) })}
            </small>
          )}
          <small className="below">{t(`ownPayments.methods.${row.rail}`)}</small>
        </>
      ),
    },
    {
      key: 'fee',
      title: t('ownPayments.fee'),
      isNumber: true,
      cell: (row) => plain(row, row.commissionMinor),
    },
    {
      key: 'cost',
      title: t('ownPayments.cost'),
      isNumber: true,
      cell: (row) => (row.costMinor === null ? t('ownPayments.noCost') : plain(row, row.costMinor)),
    },
    { key: 'net', title: t('ownPayments.net'), isNumber: true, cell: (row) => plain(row, row.netMinor) },
    {
      key: 'state',
      title: t('ownPayments.state'),
      cell: (row) => (
        <>
          <StandingBadge page={page} standing={row.standing} />
          {AWAY.filter(({ of }) => row[of] > 0 && row[of] < row.paidMinor).map(({ of, text }) => (
            <small key={of} className="below">
              {t(`ownPayments.${text}`)}: {plain(row, row[of])}
            </small>
          ))}
        </>
      ),
    },
  ];
}

/** Who gave, as far as the donor lets their cause know. */
function Donor({ page, donor }: { page: PageView; donor: PaymentRecord['donor'] }) {
  const t = translatorFor(page.locale);
  if (donor === null) return <span className="soft">{t('ownPayments.anonymous')}</span>;
  const { name, email } = donor;
  return (
    <span className="wide-cell">
      {name ?? (email === null && <span className="soft">{t('ownPayments.unnamed')}</span>)}
      {email !== null && <small className={name === null ? undefined : 'below'}>{email}</small>}
    </span>
  );
}
