import type { PageView } from '#lib/dashboard/page-view.ts';
import type { LinkDetail } from '#lib/dashboard/staff/links.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { LinkBadge } from './badges.tsx';
import { CardPauses } from './card-pauses.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { staffPath } from './path.ts';
import { PaymentsTable } from './payments-table.tsx';
import { Trail } from './trail.tsx';

type Props = { page: PageView; link: LinkDetail };

/** A link: how it was minted, what the donor chose, its payments and its trail. */
export function LinkPage({ page, link }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.records.link.title', { id: link.id })}>
      <AboutPanel page={page} link={link} />
      <CardPauses page={page} pauses={link.pauses} />
      <div className="side-by-side">
        <DonorPanel page={page} link={link} />
        {link.lockedMinutes !== null && (
          <ButtonPanel
            page={page}
            id="lock"
            title={t('staff.records.link.lockTitle')}
            intro={t('staff.records.link.lockIntro', { minutes: link.lockedMinutes })}
            action="link.unlock"
            hidden={{ id: link.id }}
            button={t('staff.records.link.lift')}
          />
        )}
        {link.status === 'open' && (
          <ButtonPanel
            page={page}
            id="cancel"
            title={t('staff.records.link.cancelTitle')}
            intro={t('staff.records.link.cancelIntro')}
            action="link.cancel"
            hidden={{ id: link.id }}
            button={t('staff.records.link.cancel')}
            reason="reason"
            tone="danger"
          />
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
      <HistoryPanel page={page} subject={link.id} history={link.history} />
    </DashboardFrame>
  );
}

function AboutPanel({ page, link }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  return (
    <Panel id="about" title={t('staff.records.link.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.records.links.status'), value: <LinkBadge t={t} status={link.status} /> },
          { term: t('staff.records.links.amount'), value: majorMoney(page, link.amount) },
          {
            term: t('staff.records.link.cause'),
            value: <a href={staffPath('causes', link.causeKey)}>{link.causeTitle}</a>,
          },
          { term: t('staff.records.links.client'), value: link.clientName },
          { term: t('staff.records.links.reference'), value: link.externalReference },
          { term: t('staff.records.link.fee'), value: writePercent(link.feePercent, locale) },
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
              value: majorMoney(page, donor.amount),
            },
            { term: t('staff.records.link.donorName'), value: donor.name },
            { term: t('staff.records.link.donorEmail'), value: donor.email },
            { term: t('staff.money.payment.receiptEmail'), value: donor.receiptEmail },
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
