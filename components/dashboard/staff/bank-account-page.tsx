import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BankAccountRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { AccountBadge } from './badges.tsx';

type Props = { page: PageView; account: BankAccountRow };

/** A bank account that somebody wants their money sent to: looked at, then verified or refused. */
export function BankAccountPage({ page, account }: Props) {
  const t = translatorFor(page.locale);
  const { id, state, isOwn } = account;
  return (
    <DashboardFrame page={page} title={t('staff.money.account.title', { number: account.maskedNumber })}>
      <AboutPanel page={page} account={account} />
      {isOwn && <p className="notice">{t('staff.money.account.own')}</p>}
      <div className="side-by-side">
        <Panel
          id="show"
          title={t('staff.money.account.showTitle')}
          intro={t('staff.money.account.showIntro')}
        >
          <ActionForm page={page} action="bank_account.show" hidden={{ id }}>
            <button type="submit" className="button">
              {t('staff.money.account.show')}
            </button>
          </ActionForm>
        </Panel>
        {!isOwn && state === 'unverified' && <ReviewForm page={page} id={id} verdict="verify" />}
        {!isOwn && state !== 'rejected' && <ReviewForm page={page} id={id} verdict="refuse" />}
      </div>
    </DashboardFrame>
  );
}

function ReviewForm({ page, id, verdict }: { page: PageView; id: string; verdict: 'verify' | 'refuse' }) {
  const t = translatorFor(page.locale);
  const action = `bank_account.${verdict}`;
  return (
    <Panel
      id={`${verdict}-panel`}
      title={t(`staff.money.account.${verdict}`)}
      intro={t('staff.money.account.reviewIntro')}
    >
      <ActionForm page={page} action={action} hidden={{ id }}>
        <TextField
          page={page}
          action={action}
          name="note"
          label={t('staff.money.account.reviewNote')}
          maxLength={500}
          isRequired={verdict === 'refuse'}
        />
        <button
          type="submit"
          className={`button ${verdict === 'verify' ? 'button-accent' : 'button-danger'}`}
        >
          {t(`staff.money.account.${verdict}`)}
        </button>
      </ActionForm>
    </Panel>
  );
}

function AboutPanel({ page, account }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="about" title={t('staff.money.account.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.money.account.state'), value: <AccountBadge t={t} state={account.state} /> },
          { term: t('staff.money.account.owner'), value: <Actor t={t} by={account.owner} /> },
          { term: t('staff.money.account.bank'), value: account.bankName },
          {
            term: t('staff.money.account.type'),
            value: t(`staff.money.account.types.${account.accountType}`),
          },
          { term: t('staff.money.account.number'), value: account.maskedNumber },
          { term: t('staff.money.account.holder'), value: account.holderName },
          { term: t('staff.money.account.country'), value: account.country.toUpperCase() },
          { term: t('staff.money.account.currency'), value: account.currency },
          { term: t('staff.money.account.added'), value: <When page={page} at={account.createdAt} /> },
          account.reviewedBy && {
            term: t('staff.approvals.reviewer'),
            value: <Actor t={t} by={account.reviewedBy} />,
          },
          { term: t('staff.money.account.note'), value: account.note },
        ]}
      />
    </Panel>
  );
}
