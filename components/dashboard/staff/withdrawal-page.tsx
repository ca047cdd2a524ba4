import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { formattingLocale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDayAndYear } from '#lib/i18n/write-day.ts';
import { Facts, timeFact } from '../facts.tsx';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { Actor } from './actor.tsx';
import { WithdrawalBadge } from './badges.tsx';
import { staffPath } from './path.ts';
import { SentDayField } from './sent-day-field.tsx';

type Props = { page: PageView; withdrawal: WithdrawalDetail };

/** A withdrawal, with the actions that are possible now. */
export function StaffWithdrawalPage({ page, withdrawal }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.money.withdrawal.title', { id: withdrawal.id })}>
      <AboutPanel page={page} withdrawal={withdrawal} />
      <HoldAlert page={page} withdrawal={withdrawal} />
      {withdrawal.isOwn && <p className="notice">{t('staff.money.withdrawal.own')}</p>}
      {withdrawal.openBatchId && (
        <p className="notice">
          {t('staff.batches.inBatch')}{' '}
          <a href={staffPath('withdrawals/batches', withdrawal.openBatchId)}>
            {t('staff.batches.one', { id: withdrawal.openBatchId })}
          </a>
        </p>
      )}
      {withdrawal.isVerifier && <p className="notice">{t('staff.approvals.verifier')}</p>}
      <div className="side-by-side">
        {withdrawal.actions.map((action) => (
          <ActionPanel key={action} page={page} withdrawal={withdrawal} action={action} />
        ))}
      </div>
    </DashboardFrame>
  );
}

/** Why it cannot be approved or sent now, shown before anybody sends money. */
function HoldAlert({ page, withdrawal: { holdReason } }: Props) {
  if (holdReason === null) return null;
  const t = translatorFor(page.locale);
  return (
    <p className="alert">
      <strong>{t('staff.money.withdrawal.stop')}</strong> {t(`staff.money.withdrawal.holdReasons.${holdReason}`)}
    </p>
  );
}

/** The steps towards a withdrawal that is paid. */
const GOING_ON: readonly ActionProps['action'][] = ['approve', 'start_sending', 'mark_sent'];

type ActionProps = Props & { action: WithdrawalDetail['actions'][number] };

function ActionPanel({ page, withdrawal: { id, version }, action }: ActionProps) {
  const t = translatorFor(page.locale);
  const name = `withdrawal.${action}`;
  const isSent = action === 'mark_sent';
  const kept = { seen: String(version), ...(isSent ? { zone: page.timeZone } : {}) };
  const button = GOING_ON.includes(action) ? 'button-accent' : 'button-danger';
  return (
    <Panel
      id={`${action}-panel`}
      title={t(`staff.money.withdrawal.${action}Title`)}
      intro={t(`staff.money.withdrawal.${action}Intro`)}
    >
      <ActionForm page={page} action={name} hidden={{ id }} kept={kept}>
        {(action === 'reject' || action === 'mark_not_sent' || action === 'fail') && (
          <TextField
            page={page}
            action={name}
            name="note"
            label={t(`staff.money.withdrawal.${action}Note`)}
            maxLength={500}
            isRequired
          />
        )}
        {isSent && (
          <>
            <TextField
              page={page}
              action={name}
              name="reference"
              maxLength={140}
              isRequired={true}
              label={t('staff.batches.reference')}
              autoComplete="off"
            />
            <SentDayField page={page} action={name} />
          </>
        )}
        <button type="submit" className={`button ${button}`}>
          {t(`staff.money.withdrawal.${action}`)}
        </button>
      </ActionForm>
    </Panel>
  );
}

function AboutPanel({ page, withdrawal }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { decidedBy, decidedAt, sendingBy, sendingAt, sentReference, sentOn, paidAt, failedAt } = withdrawal;
  const decider = decidedBy ? <Actor t={t} by={decidedBy} /> : t('staff.money.withdrawal.automatic');
  return (
    <Panel id="about" title={t('staff.money.withdrawal.aboutTitle')}>
      <Facts
        facts={[
          {
            term: t('staff.money.withdrawals.state'),
            value: <WithdrawalBadge t={t} state={withdrawal.state} />,
          },
          { term: t('staff.money.withdrawals.amount'), value: majorMoney(page, withdrawal.amount) },
          { term: t('staff.money.withdrawal.available'), value: majorMoney(page, withdrawal.available) },
          {
            term: t('staff.money.withdrawals.cause'),
            value: <a href={staffPath('causes', withdrawal.causeKey)}>{withdrawal.causeTitle}</a>,
          },
          {
            term: t('staff.money.withdrawals.account'),
            value: <a href={staffPath('bank-accounts', withdrawal.bankAccountId)}>{withdrawal.account}</a>,
          },
          { term: t('staff.money.withdrawal.requester'), value: <Actor t={t} by={withdrawal.requester} /> },
          { term: t('staff.money.withdrawal.reason'), value: withdrawal.reason },
          timeFact(page, t('staff.money.withdrawals.asked'), withdrawal.requestedAt),
          decidedAt && { term: t('staff.money.withdrawal.decidedBy'), value: decider },
          timeFact(page, t('staff.money.withdrawal.decidedAt'), decidedAt),
          sendingBy && { term: t('staff.batches.startedBy'), value: <Actor t={t} by={sendingBy} /> },
          timeFact(page, t('staff.batches.started'), sendingAt),
          { term: t('staff.batches.reference'), value: sentReference },
          {
            term: t('staff.money.withdrawal.sentOn'),
            value: sentOn && writeDayAndYear(formattingLocale(locale, page.place), sentOn),
          },
          timeFact(page, t('staff.money.withdrawal.paidAt'), paidAt),
          timeFact(page, t('staff.money.withdrawal.failedAt'), failedAt),
          withdrawal.heldFor && {
            term: t('staff.money.withdrawal.held'),
            value: t(`staff.money.withdrawal.holdReasons.${withdrawal.heldFor}`),
          },
          { term: t('staff.money.withdrawal.note'), value: withdrawal.note },
        ]}
      />
    </Panel>
  );
}
