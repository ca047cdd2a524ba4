import { LocalTime } from '#components/ui/local-time.tsx';
import { Sentence, SLOT } from '#components/ui/sentence.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalRow } from '#lib/dashboard/withdrawal-view.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge, type Tone } from '../badge.tsx';
import { ActionForm } from '../form.tsx';
import { moneyWithCode } from '../money.ts';
import { Paging } from '../paging.tsx';
import { type Column, DataTable } from '../table.tsx';

type Props = {
  page: PageView;
  rows: readonly WithdrawalRow[];
  after: string | null;
  /** In a list of several causes. */
  namesCause?: boolean;
};

const TONES: Record<WithdrawalRow['state'], Tone> = {
  requested: 'waits',
  approved: 'good',
  paid: 'good',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'plain',
};

/** What was asked for, how it stands, and the way to take it back. */
export function Withdrawals({ page, rows, after, namesCause = false }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section aria-labelledby="withdrawals" className="history">
      <h2 id="withdrawals">{t('payout.list.title')}</h2>
      <DataTable
        caption={t('payout.list.caption')}
        columns={columnsOf(page, namesCause)}
        rows={rows}
        rowKey={({ id }) => id}
        empty={t('payout.list.empty')}
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
    title: t('payout.list.cause'),
    cell: ({ causeTitle }) => causeTitle,
  };
  return [
    {
      key: 'asked',
      title: t('payout.list.asked'),
      isName: true,
      cell: (row) => <When page={page} row={row} iso={row.requestedAt} />,
    },
    {
      key: 'amount',
      title: t('payout.list.amount'),
      isNumber: true,
      cell: (row) => moneyWithCode(locale, row),
    },
    ...(namesCause ? [cause] : []),
    {
      key: 'account',
      title: t('payout.list.account'),
      cell: ({ account, reason }) => (
        <>
          {account}
          {reason !== '' && <small className="below">{reason}</small>}
        </>
      ),
    },
    { key: 'state', title: t('payout.list.state'), cell: (row) => <State page={page} row={row} /> },
    { key: 'action', title: t('payout.list.action'), cell: (row) => <Cancel page={page} row={row} /> },
  ];
}

type RowProps = { page: PageView; row: WithdrawalRow };

function When({ page, row, iso }: RowProps & { iso: string }) {
  return <LocalTime iso={iso} formatLocale={formattingLocale(page.locale, row.country)} isShort />;
}

function State({ page, row }: RowProps) {
  const t = translatorFor(page.locale);
  return (
    <>
      <Badge tone={TONES[row.state]}>{t(`payout.states.${row.state}`)}</Badge>
      {row.changedAt !== null && (
        <small className="below">
          <Sentence text={t('payout.list.since', { date: SLOT })}>
            <When page={page} row={row} iso={row.changedAt} />
          </Sentence>
        </small>
      )}
      {row.heldFor !== null && <small className="below">{t(`payout.held.${row.heldFor}`)}</small>}
      {row.note !== null && <small className="below">{t('payout.list.note', { note: row.note })}</small>}
    </>
  );
}

function Cancel({ page, row }: RowProps) {
  if (!row.mayCancel) return null;
  const t = translatorFor(page.locale);
  const amount = moneyWithCode(page.locale, row);
  return (
    <ActionForm page={page} action="withdrawal.cancel" hidden={{ id: row.id }} className="row-form">
      <button type="submit" className="button-link">
        {t('payout.list.cancel')}
        <span className="visually-hidden"> {t('payout.list.cancelOf', { amount })}</span>
      </button>
    </ActionForm>
  );
}
