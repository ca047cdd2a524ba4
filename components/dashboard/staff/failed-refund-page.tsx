import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FailedRefund } from '#lib/dashboard/staff/failed-refunds.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts, timeFact } from '../facts.tsx';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { Actor } from './actor.tsx';
import { ApprovalPanel, RequestFacts } from './approval-panel.tsx';
import { PaymentBadges } from './badges.tsx';
import { GatewayCode } from './gateway-code.tsx';
import { staffPath } from './path.ts';
import { ReasonField } from './reason-field.tsx';
import { TransfersPanel } from './transfers.tsx';

type Props = { page: PageView; refund: FailedRefund };

/** A failed refund, and the actions that can resolve it. */
export function FailedRefundPage({ page, refund }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.failedRefunds.one', { id: refund.id })}>
      <AboutPanel page={page} refund={refund} />
      {refund.isInProgress && <p className="notice">{t('staff.failedRefunds.underWay')}</p>}
      {refund.payment.status === 'unclaimed' && <p className="notice">{t('staff.failedRefunds.unclaimed')}</p>}
      <div className="side-by-side">
        {refund.canRetry && <RetryPanel page={page} refund={refund} />}
        {refund.needsAttention && refund.payment.reason === null && <FormPanel page={page} refund={refund} />}
        <ByHandPanel page={page} refund={refund} />
        <WriteOffPanel page={page} refund={refund} />
        <WaitingPanel page={page} refund={refund} />
        {refund.canClose && <ClosePanel page={page} refund={refund} />}
      </div>
      <TransfersPanel page={page} rows={refund.transfers} />
    </DashboardFrame>
  );
}

function AboutPanel({ page, refund }: Props) {
  const t = translatorFor(page.locale);
  const { payment, by, resolvedAt, resolvedBy, resolution, donor, reason } = refund;
  return (
    <Panel id="about" title={t('staff.failedRefunds.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.failedRefunds.amount'), value: majorMoney(page, refund.amount) },
          {
            term: t('staff.failedRefunds.payment'),
            value: (
              <>
                <a className="code" href={staffPath('payments', payment.id)}>
                  {payment.id}
                </a>{' '}
                <PaymentBadges t={t} payment={payment} />
              </>
            ),
          },
          {
            term: t('staff.money.payment.refundReason'),
            value: reason ?? (payment.reason && t(`staff.money.reasons.${payment.reason}`)),
          },
          {
            term: t('staff.money.payment.refundBy'),
            value: by ? <Actor t={t} by={by} /> : t('staff.money.payment.refundByItself'),
          },
          {
            term: t('staff.failedRefunds.donor'),
            value:
              donor.email === null ? (
                donor.name
              ) : (
                <a href={staffPath('donors', payment.id)}>{[donor.name, donor.email].filter(Boolean).join(' · ')}</a>
              ),
          },
          {
            term: t('staff.failedRefunds.error'),
            value: refund.lastError && <GatewayCode t={t} code={refund.lastError} />,
          },
          { term: t('staff.failedRefunds.gatewayRefund'), value: refund.gatewayRefundId },
          timeFact(page, t('staff.failedRefunds.failedAt'), refund.failedAt),
          timeFact(page, t('staff.failedRefunds.returnedAt'), refund.returnedAt),
          timeFact(page, t('staff.failedRefunds.resolvedAt'), resolvedAt),
          resolvedAt && {
            term: t('staff.failedRefunds.resolvedBy'),
            value: resolvedBy ? <Actor t={t} by={resolvedBy} /> : t('staff.failedRefunds.laterRefund'),
          },
          resolution && {
            term: t('staff.failedRefunds.how'),
            value: t(`staff.failedRefunds.resolutions.${resolution}`),
          },
        ]}
      />
    </Panel>
  );
}

function RetryPanel({ page, refund: { id } }: Props) {
  const t = translatorFor(page.locale);
  return (
    <ButtonPanel
      page={page}
      id="retry"
      title={t('staff.failedRefunds.retryTitle')}
      intro={t('staff.failedRefunds.retryIntro')}
      action="refund.retry"
      hidden={{ id }}
      button={t('staff.failedRefunds.retry')}
      tone="accent"
    />
  );
}

function FormPanel({ page, refund: { payment } }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="retry" title={t('staff.failedRefunds.retryTitle')} intro={t('staff.failedRefunds.formIntro')}>
      <a className="button" href={`${staffPath('payments', payment.id)}#refund`}>
        {t('staff.failedRefunds.form')}
      </a>
    </Panel>
  );
}

/** Records a bank transfer that was made already, in place of the failed refund. */
function ByHandPanel({ page, refund: { id, sendable } }: Props) {
  if (sendable === null) return null;
  const t = translatorFor(page.locale);
  const form = { page, action: 'refund.record_transfer', isRequired: true } as const;
  const { why, left } = sendable;
  const isOpen = why === 'open';
  const texts = `staff.failedRefunds.byHand.${why}` as const;
  return (
    <Panel id="by-hand" title={t(`${texts}Title`)} intro={t(`${texts}Intro`, { left: majorMoney(page, left) })}>
      <ActionForm
        page={page}
        action={form.action}
        hidden={{ id }}
        kept={{ seen: sendable.seenMinor, zone: page.timeZone }}
      >
        <TextField
          {...form}
          name="amount"
          label={t('staff.failedRefunds.byHand.amount', { currency: left.currency })}
          {...(isOpen ? { hint: t('staff.failedRefunds.byHand.amountHint') } : {})}
          value={sendable.amountText}
          inputMode="decimal"
          autoComplete="off"
        />
        <TextField
          {...form}
          name="reference"
          label={t('staff.failedRefunds.byHand.reference')}
          hint={t('staff.failedRefunds.byHand.referenceHint')}
          maxLength={100}
          autoComplete="off"
        />
        <TextField {...form} type="date" name="sent_on" label={t('staff.failedRefunds.byHand.sentOn')} />
        <ReasonField page={page} action={form.action} />
        <button type="submit" className={isOpen ? 'button button-accent' : 'button'}>
          {t('staff.failedRefunds.byHand.submit')}
        </button>
      </ActionForm>
    </Panel>
  );
}

function WriteOffPanel({ page, refund: { id, writeOff, sendable } }: Props) {
  if (writeOff === null || sendable === null) return null;
  const t = translatorFor(page.locale);
  const action = 'refund.write_off';
  const intro = writeOff === 'alone' ? 'introAlone' : 'intro';
  return (
    <Panel
      id="write-off"
      title={t('staff.failedRefunds.writeOff.title')}
      intro={t(`staff.failedRefunds.writeOff.${intro}`)}
    >
      <ActionForm page={page} action={action} hidden={{ id }} kept={{ seen: sendable.seenMinor }}>
        <ReasonField page={page} action={action} />
        <button type="submit" className="button button-danger">
          {t('staff.failedRefunds.writeOff.submit')}
        </button>
      </ActionForm>
    </Panel>
  );
}

/** A write-off that waits for approval. */
function WaitingPanel({ page, refund: { waitingWriteOff: waiting } }: Props) {
  if (waiting === null) return null;
  const t = translatorFor(page.locale);
  return (
    <ApprovalPanel
      page={page}
      id={waiting.id}
      isOwn={waiting.isOwn}
      approve={{ action: 'write_off.approve', label: t('staff.failedRefunds.writeOff.approve') }}
      refuse={{ action: 'write_off.reject', label: t('staff.failedRefunds.writeOff.refuse'), reason: 'note' }}
      title={t('staff.failedRefunds.writeOff.waits')}
      intro={t('staff.failedRefunds.writeOff.approveIntro')}
    >
      <RequestFacts page={page} request={waiting} />
    </ApprovalPanel>
  );
}

function ClosePanel({ page, refund: { id } }: Props) {
  const t = translatorFor(page.locale);
  const action = 'refund.close';
  return (
    <Panel id="seen" title={t('staff.failedRefunds.seenTitle')} intro={t('staff.failedRefunds.seenIntro')}>
      <ActionForm page={page} action={action} hidden={{ id }}>
        <TextField
          page={page}
          action={action}
          name="note"
          label={t('staff.failedRefunds.note')}
          hint={t('staff.failedRefunds.noteHint')}
          maxLength={500}
          isRequired
        />
        <button type="submit" className="button">
          {t('staff.failedRefunds.seen')}
        </button>
      </ActionForm>
    </Panel>
  );
}
