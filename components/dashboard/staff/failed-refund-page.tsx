import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FailedRefund } from '#lib/dashboard/staff/failed-refund-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts, timeFact } from '../facts.tsx';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { Actor } from './actor.tsx';
import { PaymentBadges } from './badges.tsx';
import { GatewayCode } from './gateway-code.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; refund: FailedRefund };

/** A failed refund, and the actions that can resolve it. */
export function FailedRefundPage({ page, refund }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.failedRefunds.one', { id: refund.id })}>
      <AboutPanel page={page} refund={refund} />
      {refund.isInProgress && <p className="notice">{t('staff.failedRefunds.underWay')}</p>}
      {refund.needsAttention && (
        <div className="side-by-side">
          {refund.canRetry && <RetryPanel page={page} refund={refund} />}
          {refund.payment.reason === null && <FormPanel page={page} refund={refund} />}
          <ResolvePanel page={page} refund={refund} />
        </div>
      )}
    </DashboardFrame>
  );
}

function AboutPanel({ page, refund }: Props) {
  const t = translatorFor(page.locale);
  const { payment, by, resolvedAt, resolvedBy, donor, reason } = refund;
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
                <a href={staffPath('donors', payment.id)}>
                  {[donor.name, donor.email].filter(Boolean).join(' · ')}
                </a>
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

function ResolvePanel({ page, refund: { id } }: Props) {
  const t = translatorFor(page.locale);
  const action = 'refund.see_to';
  return (
    <Panel id="seen" title={t('staff.failedRefunds.seenTitle')} intro={t('staff.failedRefunds.seenIntro')}>
      <ActionForm page={page} action={action} hidden={{ id }}>
        <TextField
          {...{ page, action }}
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
