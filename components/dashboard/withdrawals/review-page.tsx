import type { PageView } from '#lib/dashboard/page-view.ts';
import type { WithdrawalReview } from '#lib/dashboard/withdrawal-view.ts';
import { moneyStyle } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDay } from '#lib/i18n/write-day.ts';
import { ownCausePath } from '../cause/cause-frame.tsx';
import { Facts } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney, minorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';

type Props = { page: PageView; view: WithdrawalReview };

/** A withdrawal as it will be requested, to be confirmed or changed. */
export function ReviewPage({ page, view }: Props) {
  const t = translatorFor(page.locale);
  const { cause, account, amountMajor, restMinor, reason, state, expectedDay, values, result } = view;
  // The kept form is what is reviewed here: nothing went wrong with it.
  const bare = { ...page, result: null };
  const change = `${ownCausePath(cause, '/withdrawals')}?${new URLSearchParams({ result })}`;
  const date = expectedDay && writeDay(moneyStyle(page, cause.country).formatLocale, expectedDay);
  return (
    <DashboardFrame page={bare} title={t('withdrawals.review.title')} intro={t('withdrawals.review.nothingYet')}>
      <Panel id="details" title={t('withdrawals.review.details')}>
        <Facts
          facts={[
            { term: t('withdrawals.review.amount'), value: majorMoney(page, { ...cause, amountMajor }) },
            { term: t('withdrawals.review.cause'), value: cause.title },
            { term: t('withdrawals.review.account'), value: `${account.bankName} ${account.maskedNumber}` },
            { term: t('withdrawals.review.holder'), value: account.holderName },
            { term: t('withdrawals.review.reason'), value: reason },
            { term: t('withdrawals.review.rest'), value: minorMoney(page, cause, restMinor) },
            {
              term: t('withdrawals.review.arrival'),
              value: date && (
                <>
                  {t('withdrawals.review.by', { date })}
                  <small className="below">{t('withdrawals.review.arrivalNote')}</small>
                </>
              ),
            },
          ]}
        />
      </Panel>
      <Panel id="next" title={t('withdrawals.review.next')} intro={t(`withdrawals.review.${state}`)}>
        <p className="panel-intro">{t('withdrawals.rules.cancel')}</p>
        <ActionForm page={page} action="withdrawal.request" hidden={values}>
          <div className="buttons">
            <button type="submit" className="button button-accent">
              {t('withdrawals.review.confirm')}
            </button>
            <a className="button" href={change}>
              {t('withdrawals.review.change')}
            </a>
          </div>
        </ActionForm>
      </Panel>
    </DashboardFrame>
  );
}
