import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkDetail } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { moneyWithCode } from '../money.ts';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { LinkBadge } from './badges.tsx';
import { CardPauses } from './card-pauses.tsx';
import { staffPath } from './path.ts';
import { PaymentsTable } from './payments-table.tsx';
import { Trail } from './trail.tsx';

type Props = { page: PageView; link: LinkDetail };

/** A link: how it was minted, what the donor chose, its payments, and everything that happened to it. */
export function LinkPage({ page, link }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.records.link.title', { id: link.id })}>
      <AboutPanel page={page} link={link} />
      <CardPauses page={page} pauses={link.pauses} />
      <div className="side-by-side">
        <DonorPanel page={page} link={link} />
        {link.lockedMinutes !== null && (
          <Panel
            id="lock"
            title={t('staff.records.link.lockTitle')}
            intro={t('staff.records.link.lockIntro', { minutes: link.lockedMinutes })}
          >
            <ActionForm page={page} action="link.lift_lock" hidden={{ id: link.id }}>
              <button type="submit" className="button">
                {t('staff.records.link.lift')}
              </button>
            </ActionForm>
          </Panel>
        )}
        {link.status === 'open' && (
          <Panel
            id="cancel"
            title={t('staff.records.link.cancelTitle')}
            intro={t('staff.records.link.cancelIntro')}
          >
            <ActionForm page={page} action="link.cancel" hidden={{ id: link.id }}>
              <button type="submit" className="button button-danger">
                {t('staff.records.link.cancel')}
              </button>
            </ActionForm>
          </Panel>
        )}
      </div>
      <Panel id="payments" title={t('staff.records.link.paymentsTitle')}>
        <PaymentsTable
          page={page}
          payments={link.payments}
          caption={t('staff.records.link.paymentsCaption')}
          empty={t('staff.records.link.paymentsEmpty')}
        />
      </Panel>
      <Panel id="trail" title={t('staff.records.link.trailTitle')}>
        <Trail page={page} entries={link.trail} />
      </Panel>
    </DashboardFrame>
  );
}

function AboutPanel({ page, link }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 });
  return (
    <Panel id="about" title={t('staff.records.link.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.records.links.status'), value: <LinkBadge t={t} status={link.status} /> },
          { term: t('staff.records.links.amount'), value: moneyWithCode(locale, link.amount) },
          {
            term: t('staff.records.link.cause'),
            value: <a href={staffPath('causes', link.causeKey)}>{link.causeTitle}</a>,
          },
          { term: t('staff.records.links.client'), value: link.clientName },
          { term: t('staff.records.links.reference'), value: link.externalReference },
          { term: t('staff.records.link.fee'), value: percent.format(link.feePercent / 100) },
          { term: t('staff.records.links.created'), value: <When page={page} at={link.createdAt} /> },
          { term: t('staff.records.link.expires'), value: <When page={page} at={link.expiresAt} /> },
          { term: t('staff.records.link.page'), value: <a href={link.url}>{link.url}</a> },
        ]}
      />
    </Panel>
  );
}

function DonorPanel({ page, link }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const { donor } = link;
  const yesOrNo = (value: boolean) => t(value ? 'staff.money.payment.yes' : 'staff.money.payment.no');
  return (
    <Panel id="donor" title={t('staff.records.link.donorTitle')}>
      {donor === null ? (
        <p>{t('staff.records.link.donorNone')}</p>
      ) : (
        <Facts
          facts={[
            donor.amount && {
              term: t('staff.records.link.donorAmount'),
              value: moneyWithCode(locale, donor.amount),
            },
            { term: t('staff.records.link.donorName'), value: donor.name },
            { term: t('staff.records.link.donorEmail'), value: donor.email },
            donor.isAnonymous === null
              ? null
              : { term: t('staff.records.link.donorAnonymous'), value: yesOrNo(donor.isAnonymous) },
            { term: t('staff.records.link.donorLocale'), value: donor.locale },
            { term: t('staff.records.link.donorSaved'), value: <When page={page} at={donor.savedAt} /> },
          ]}
        />
      )}
    </Panel>
  );
}
