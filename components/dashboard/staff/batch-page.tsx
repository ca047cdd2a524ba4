import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BatchDetail, BatchItemRow } from '#lib/dashboard/staff/batches.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts, timeFact } from '../facts.tsx';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { type Column, DataTable } from '../table.tsx';
import { Actor } from './actor.tsx';
import { BatchBadge, WithdrawalBadge } from './badges.tsx';
import { amountColumn } from './columns.tsx';
import { staffPath } from './path.ts';
import { SentDayField } from './sent-day-field.tsx';

type Props = { page: PageView; batch: BatchDetail };

/** A payout batch: starting to send it, its files for the bank, and what became of it. */
export function BatchPage({ page, batch }: Props) {
  const t = translatorFor(page.locale);
  const { id, state, isHeld, requiresOtherStaff } = batch;
  const figures = { count: batch.count, amount: majorMoney(page, batch.amount) };
  return (
    <DashboardFrame page={page} title={t('staff.batches.one', { id })}>
      {isHeld && (
        <p className="alert">
          <strong>{t('staff.batches.held')}</strong> {t('staff.batches.heldWhat')}
        </p>
      )}
      {requiresOtherStaff && <p className="notice">{t('staff.batches.needsOther')}</p>}
      <AboutPanel page={page} batch={batch} />
      {state === 'open' && (
        <div className="side-by-side">
          {!requiresOtherStaff && (
            <ButtonPanel
              page={page}
              id="start"
              action="batch.start_sending"
              hidden={{ id }}
              tone="accent"
              title={t('staff.batches.startTitle')}
              intro={t('staff.batches.startIntro', figures)}
              button={t('staff.batches.start')}
            />
          )}
          <ButtonPanel
            page={page}
            id="cancel"
            action="batch.cancel"
            hidden={{ id }}
            tone="danger"
            title={t('staff.batches.cancelTitle')}
            intro={t('staff.batches.cancelIntro')}
            button={t('staff.batches.cancel')}
          />
        </div>
      )}
      {(state === 'sending' || state === 'sent') && <FilesPanel page={page} batch={batch} />}
      {state === 'sending' && !requiresOtherStaff && (
        <div className="side-by-side">
          <SentPanel page={page} batch={batch} />
          <NotSentPanel page={page} batch={batch} />
        </div>
      )}
      <ItemsTable page={page} batch={batch} />
    </DashboardFrame>
  );
}

/** Records that the bank has sent it. */
function SentPanel({ page, batch }: Props) {
  const t = translatorFor(page.locale);
  const action = 'batch.mark_sent';
  const figures = { count: batch.count, amount: majorMoney(page, batch.amount) };
  return (
    <Panel id="sent" title={t('staff.batches.sendTitle')} intro={t('staff.batches.sendIntro', figures)}>
      <ActionForm page={page} action={action} hidden={{ id: batch.id }} kept={{ zone: page.timeZone }}>
        <SentDayField page={page} action={action} />
        <button type="submit" className="button button-accent">
          {t('staff.batches.send')}
        </button>
      </ActionForm>
    </Panel>
  );
}

/** Records that it has sent nothing of it, with the reason for the creators. */
function NotSentPanel({ page, batch: { id } }: Props) {
  const t = translatorFor(page.locale);
  const action = 'batch.mark_not_sent';
  return (
    <Panel id="not-sent" title={t('staff.batches.notSentTitle')} intro={t('staff.batches.notSentIntro')}>
      <ActionForm page={page} action={action} hidden={{ id }}>
        <TextField
          page={page}
          action={action}
          name="note"
          maxLength={500}
          isRequired={true}
          label={t('staff.money.withdrawal.mark_not_sentNote')}
        />
        <button type="submit" className="button button-danger">
          {t('staff.batches.notSent')}
        </button>
      </ActionForm>
    </Panel>
  );
}

function AboutPanel({ page, batch }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="about" title={t('staff.batches.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.batches.state'), value: <BatchBadge t={t} state={batch.state} /> },
          { term: t('dashboard.sections.withdrawals'), value: batch.count },
          { term: t('staff.batches.total'), value: majorMoney(page, batch.amount) },
          { term: t('staff.batches.debtor'), value: batch.debtor ?? t('staff.batches.noDebtor') },
          { term: t('staff.batches.by'), value: <Actor t={t} by={batch.by} /> },
          timeFact(page, t('staff.batches.created'), batch.createdAt),
          batch.startedBy && {
            term: t('staff.batches.startedBy'),
            value: <Actor t={t} by={batch.startedBy} />,
          },
          timeFact(page, t('staff.batches.started'), batch.startedAt),
          timeFact(page, t('staff.batches.exported'), batch.exportedAt),
          {
            term: t('staff.money.withdrawal.sentOn'),
            value: batch.sentOn && writeDayAndYear(formattingLocale(page.locale, page.place), batch.sentOn),
          },
          batch.endedBy && {
            term: t(`staff.batches.endedBy.${batch.state === 'sent' ? 'sent' : 'cancelled'}`),
            value: <Actor t={t} by={batch.endedBy} />,
          },
          timeFact(page, t('staff.batches.ended'), batch.endedAt),
        ]}
      />
    </Panel>
  );
}

function FilesPanel({ page, batch: { id, state, debtor } }: Props) {
  const t = translatorFor(page.locale);
  const file = (format: string) => `${staffPath('withdrawals/batches', id)}/${format}`;
  return (
    <Panel id="files" title={t('staff.batches.filesTitle')} intro={t('staff.batches.filesIntro')}>
      <p className="next-links">
        {debtor !== null && (
          <a className="button" href={file('xml')}>
            {t('staff.batches.xml')}
          </a>
        )}
        <a className="button" href={file('csv')}>
          {t('staff.batches.csv')}
        </a>
      </p>
      {debtor === null && state === 'sending' && <p>{t('staff.batches.noXml')}</p>}
    </Panel>
  );
}

function ItemsTable({ page, batch }: Props) {
  const t = translatorFor(page.locale);
  const columns: Column<BatchItemRow>[] = [
    {
      key: 'reference',
      title: t('staff.batches.reference'),
      isName: true,
      cell: ({ reference, withdrawalId }) => (
        <a className="code" href={staffPath('withdrawals', withdrawalId)}>
          {reference}
        </a>
      ),
    },
    amountColumn(page, t('staff.money.withdrawals.amount')),
    {
      key: 'state',
      title: t('staff.money.withdrawals.state'),
      cell: ({ state, isReleased, holdReason }) => (
        <>
          <WithdrawalBadge t={t} state={state} />
          {isReleased && <span className="below">{t('staff.batches.released')}</span>}
          {holdReason && <span className="below">{t(`staff.money.withdrawal.holdReasons.${holdReason}`)}</span>}
        </>
      ),
    },
    {
      key: 'cause',
      title: t('staff.money.withdrawals.cause'),
      cell: ({ causeKey, causeTitle }) => <a href={staffPath('causes', causeKey)}>{causeTitle}</a>,
    },
    { key: 'holder', title: t('staff.money.account.holder'), cell: ({ holderName }) => holderName },
    {
      key: 'account',
      title: t('staff.money.withdrawals.account'),
      cell: ({ bankAccountId, account }) => <a href={staffPath('bank-accounts', bankAccountId)}>{account}</a>,
    },
  ];
  return (
    <DataTable
      caption={t('staff.batches.itemsCaption')}
      columns={columns}
      rows={batch.items}
      rowKey={({ reference }) => reference}
      empty=""
    />
  );
}
