import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalRow } from '#lib/dashboard/withdrawal-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDay, writeDayAndYear } from '#lib/i18n/write-day.ts';
import { Badge, type Tone } from '../badge.tsx';
import { ConfirmButton } from '../cause/confirm-button.tsx';
import { majorMoney } from '../money.ts';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';

type Props = {
  page: PageView;
  rows: readonly WithdrawalRow[];
  after: string | null;
  /** Adds a column with the cause, for lists of several causes. */
  namesCause?: boolean;
};

const TONES: Record<WithdrawalRow['state'], Tone> = {
  requested: 'waits',
  approved: 'good',
  sending: 'good',
  paid: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'plain',
};

/** Withdrawals with their status, and the button to cancel one. */
export function Withdrawals({ page, rows, after, namesCause = false }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section aria-labelledby="withdrawals" className="history">
      <h2 id="withdrawals">{t('withdrawals.list.title')}</h2>
      <DataTable
        caption={t('withdrawals.list.caption')}
        columns={columnsOf(page, namesCause)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={t('withdrawals.list.empty')}
      />
      <Paging page={page} after={after} />
    </section>
  );
}

function columnsOf(page: PageView, namesCause: boolean): Column<WithdrawalRow>[] {
  const { locale } = page;
  const t = translatorFor(locale);
  const cause: Column<WithdrawalRow> = {
    key: 'cause',
    title: t('withdrawals.list.cause'),
    cell: ({ causeTitle }) => <span className="title">{causeTitle}</span>,
  };
  return [
    {
      key: 'asked',
      title: t('withdrawals.list.asked'),
      isName: true,
      cell: (row) => <When page={page} at={row.requestedAt} isShort />,
    },
    {
      key: 'amount',
      title: t('withdrawals.list.amount'),
      isNumber: true,
      cell: (row) => <span id={row.id}>{majorMoney(page, row)}</span>,
    },
    ...(namesCause ? [cause] : []),
    {
      key: 'account',
      title: t('withdrawals.list.account'),
      cell: ({ account, reason }) => (
        <>
          {account}
          {reason !== '' && <small className="below">{reason}</small>}
        </>
      ),
    },
    { key: 'state', title: t('withdrawals.list.state'), cell: (row) => <State page={page} row={row} /> },
    { key: 'action', title: t('withdrawals.list.action'), cell: (row) => <Cancel page={page} row={row} /> },
  ];
}

type RowProps = { page: PageView; row: WithdrawalRow };

function State({ page, row }: RowProps) {
  const t = translatorFor(page.locale);
  return (
    <>
      <Badge tone={TONES[row.state]}>{t(`withdrawals.states.${row.state}`)}</Badge>
      {row.changedAt !== null && (
        <small className="below">
          <Sentence text={t('withdrawals.list.since', { date: SLOT })}>
            <When page={page} at={row.changedAt} isShort />
          </Sentence>
        </small>
      )}
      {row.expectedDay !== null && (
        <small className="below">
          {t('withdrawals.list.expected', {
            date: writeDay(formattingLocale(page.locale, page.place), row.expectedDay),
          })}
        </small>
      )}
      {row.heldFor !== null && !row.isAccountRejected && (
        <small className="below">{t(`withdrawals.held.${row.heldFor}`)}</small>
      )}
      {row.isAccountRejected && <small className="below">{t('withdrawals.list.accountRejected')}</small>}
      {row.sentReference !== null && row.sentOn !== null && (
        <small className="below">
          {t('withdrawals.list.sent', {
            reference: row.sentReference,
            date: writeDayAndYear(formattingLocale(page.locale, page.place), row.sentOn),
          })}
        </small>
      )}
      {row.note !== null && <small className="below">{t('withdrawals.list.note', { note: row.note })}</small>}
    </>
  );
}

function Cancel({ page, row }: RowProps) {
  if (!row.mayCancel) return null;
  const t = translatorFor(page.locale);
  return (
    <ConfirmButton
      page={page}
      action="withdrawal.cancel"
      id={row.id}
      open={t('withdrawals.list.cancel')}
      title={t('withdrawals.list.cancelTitle')}
      body={t('withdrawals.list.cancelBody')}
      confirm={t('withdrawals.list.cancelConfirm')}
    />
  );
}
