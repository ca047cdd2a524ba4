import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BankAccountDetail } from '#lib/dashboard/staff/withdrawals.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { BankCode } from '#lib/withdrawals/bank-format-view.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { countryName } from '../country-name.ts';
import { Facts } from '../facts.tsx';
import { FileField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { AccountBadge } from './badges.tsx';
import { staffPath } from './path.ts';

type Props = { page: PageView; account: BankAccountDetail };

/** A creator's bank account, which staff verify or reject. */
export function BankAccountPage({ page, account }: Props) {
  const t = translatorFor(page.locale);
  const { id, state, isOwn } = account;
  return (
    <DashboardFrame page={page} title={t('staff.money.account.title', { number: account.maskedNumber })}>
      <AboutPanel page={page} account={account} />
      {isOwn && <p className="notice">{t('staff.money.account.own')}</p>}
      <div className="side-by-side">
        <ButtonPanel
          page={page}
          id="show"
          title={t('staff.money.account.showTitle')}
          intro={t('staff.money.account.showIntro')}
          action="bank_account.reveal"
          hidden={{ id }}
          button={t('staff.money.account.show')}
        />
        {!isOwn && state === 'unverified' && <VerifyPanel page={page} account={account} />}
        {!isOwn && state !== 'rejected' && <RejectPanel page={page} account={account} />}
      </div>
    </DashboardFrame>
  );
}

/** Verifying needs the number and the document seen, which the audit log proves, and evidence that is kept. */
function VerifyPanel({ page, account: { id, hasSeen } }: Props) {
  const t = translatorFor(page.locale);
  const common = { page, action: 'bank_account.verify' };
  return (
    <Panel id="verify-panel" title={t('staff.money.account.verify')} intro={t('staff.money.account.verifyIntro')}>
      {hasSeen ? (
        <ActionForm {...common} hidden={{ id }} hasFile>
          <FileField
            {...common}
            name="file"
            label={t('staff.money.account.file')}
            hint={t('staff.money.account.fileHint')}
            accept="application/pdf,image/png,image/jpeg"
          />
          <TextField
            {...common}
            name="link"
            label={t('staff.money.account.link')}
            hint={t('staff.money.account.linkHint')}
            inputMode="url"
            maxLength={2000}
          />
          <TextField {...common} name="note" label={t('staff.money.account.reviewNote')} maxLength={500} />
          <button type="submit" className="button button-accent">
            {t('staff.money.account.verify')}
          </button>
        </ActionForm>
      ) : (
        <p className="notice">{t('staff.money.account.seeFirst')}</p>
      )}
    </Panel>
  );
}

function RejectPanel({ page, account: { id } }: Props) {
  const t = translatorFor(page.locale);
  const common = { page, action: 'bank_account.reject' };
  return (
    <Panel id="refuse-panel" title={t('staff.money.account.refuse')} intro={t('staff.money.account.refuseIntro')}>
      <ActionForm {...common} hidden={{ id }}>
        <TextField {...common} name="note" label={t('staff.money.account.reason')} maxLength={500} isRequired />
        <button type="submit" className="button button-danger">
          {t('staff.money.account.refuse')}
        </button>
      </ActionForm>
    </Panel>
  );
}

/** A link that somebody typed opens without telling where from. */
function EvidenceLink({ page, account: { id, evidence } }: Props) {
  const t = translatorFor(page.locale);
  if (evidence?.link)
    return (
      <a href={evidence.link} rel="noopener noreferrer" target="_blank">
        {evidence.link}
      </a>
    );
  return <a href={`${staffPath('bank-accounts', id)}/evidence`}>{t('staff.money.account.download')}</a>;
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
          ...(Object.keys(account.bankCodes) as BankCode[]).map((code) => ({
            term: t(`withdrawals.form.codes.${code}`),
            value: account.bankCodes[code],
          })),
          account.accountType && {
            term: t('staff.money.account.type'),
            value: t(`withdrawals.form.types.${account.accountType}`),
          },
          { term: t('staff.money.account.number'), value: account.maskedNumber },
          { term: t('staff.money.account.holder'), value: account.holderName },
          { term: t('staff.money.account.country'), value: countryName(page.locale, account.country) },
          { term: t('staff.money.account.currency'), value: account.currency },
          { term: t('staff.money.account.added'), value: <When page={page} at={account.createdAt} /> },
          account.reviewedBy && {
            term: t('staff.approvals.reviewer'),
            value: <Actor t={t} by={account.reviewedBy} />,
          },
          { term: t('staff.money.account.note'), value: account.note },
          account.evidence && {
            term: t('staff.money.account.evidence'),
            value: <EvidenceLink page={page} account={account} />,
          },
        ]}
      />
    </Panel>
  );
}
