import type { PageView } from '#lib/dashboard/page-view.ts';
import type { CauseDetail } from '#lib/dashboard/staff/causes.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writePercent } from '#lib/i18n/write-money-path.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { ownCausePath } from '../cause/cause-frame.tsx';
import { countryName } from '../country-name.ts';
import { Facts } from '../facts.tsx';
import { SelectField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { majorMoney } from '../money.ts';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { CauseBadge } from './badges.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { staffPath } from './path.ts';
import { ReasonField } from './reason-field.tsx';

type Props = { page: PageView; cause: CauseDetail };

/** A cause for staff: its state changes, owner and history. */
export function StaffCausePage({ page, cause }: Props) {
  return (
    <DashboardFrame page={page} title={cause.title}>
      <div className="side-by-side">
        <MovePanel page={page} cause={cause} />
        <RestorePanel page={page} cause={cause} />
        <MoneyPanel page={page} cause={cause} />
      </div>
      <AboutPanel page={page} cause={cause} />
      <OwnerPanel page={page} cause={cause} />
      <NotesPanel page={page} kind="cause" id={cause.key} notes={cause.notes} />
      <HistoryPanel page={page} subject={cause.key} history={cause.history} />
    </DashboardFrame>
  );
}

function MovePanel({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const { key, state, moves } = cause;
  return (
    <Panel id="move" title={t('staff.partners.cause.moveTitle')} intro={t('staff.partners.cause.moveIntro')}>
      <Facts
        facts={[
          { term: t('staff.partners.cause.state'), value: <CauseBadge t={t} state={state} /> },
          cause.pausedBy && {
            term: t('staff.partners.cause.pausedBy'),
            value: t(`staff.partners.cause.pausedBys.${cause.pausedBy}`),
          },
        ]}
      />
      {moves.length === 0 ? (
        <p>{t('staff.partners.cause.noMoves')}</p>
      ) : (
        <ActionForm page={page} action="cause.change_state" hidden={{ key }} kept={{ from: state }}>
          <SelectField
            page={page}
            action="cause.change_state"
            name="to"
            label={t('staff.partners.cause.moveTo')}
            options={moves.map(({ to, collects }) => ({
              value: to,
              label: t(collects ? 'staff.partners.cause.collects' : 'staff.partners.cause.rests', {
                state: t(`dashboard.states.${to}`),
              }),
            }))}
            isRequired
          />
          <ReasonField page={page} action="cause.change_state" isOptional />
          <button type="submit" className="button button-accent">
            {t('staff.partners.cause.move')}
          </button>
        </ActionForm>
      )}
    </Panel>
  );
}

/** Undoes that it was marked as fraud. */
function RestorePanel({ page, cause: { key, before } }: Props) {
  if (before === null) return null;
  const t = translatorFor(page.locale);
  return (
    <ButtonPanel
      page={page}
      id="restore"
      title={t('review.restore.title')}
      intro={t('review.restore.intro', { state: t(`dashboard.states.${before}`) })}
      action="cause.restore"
      hidden={{ key }}
      button={t('review.restore.submit')}
      reason="reason"
    />
  );
}

function MoneyPanel({ page, cause }: Props) {
  const { locale } = page;
  const t = translatorFor(locale);
  const payments = `${staffPath('payments')}?${new URLSearchParams({ cause: cause.key })}`;
  return (
    <Panel id="money" title={t('staff.partners.cause.moneyTitle')}>
      <Facts
        facts={[
          { term: t('staff.partners.cause.collected'), value: majorMoney(page, cause.collected) },
          cause.goal && { term: t('staff.partners.cause.goal'), value: majorMoney(page, cause.goal) },
          { term: t('staff.partners.cause.contributions'), value: cause.contributions },
          { term: t('staff.partners.cause.available'), value: majorMoney(page, cause.available) },
          { term: t('staff.partners.cause.onItsWay'), value: majorMoney(page, cause.onItsWay) },
          {
            term: t('staff.partners.cause.fee'),
            value:
              cause.feeModel === 'unknown'
                ? writePercent(cause.feePercent, locale)
                : `${writePercent(cause.feePercent, locale)} · ${t(`staff.partners.client.feeModels.${cause.feeModel}`)}`,
          },
        ]}
      />
      <p>
        <a href={payments}>{t('staff.partners.cause.payments')}</a>
      </p>
    </Panel>
  );
}

function AboutPanel({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="about" title={t('staff.partners.cause.aboutTitle')}>
      <Facts
        facts={[
          { term: t('staff.partners.cause.key'), value: <span className="code">{cause.key}</span> },
          {
            term: t('staff.partners.cause.slug'),
            value: cause.path === null ? cause.slug : <a href={cause.path}>{cause.slug}</a>,
          },
          {
            term: t('staff.partners.cause.client'),
            value: <a href={staffPath('clients', cause.clientId)}>{cause.clientName}</a>,
          },
          { term: t('staff.partners.cause.reference'), value: cause.externalReference },
          { term: t('staff.partners.cause.country'), value: countryName(page.locale, cause.country) },
          { term: t('staff.partners.cause.currency'), value: cause.currency },
          { term: t('staff.partners.cause.created'), value: <When page={page} at={cause.createdAt} /> },
          cause.closesAt && {
            term: t('staff.partners.cause.closes'),
            value: <When page={page} at={cause.closesAt} />,
          },
        ]}
      />
      {cause.description !== null && (
        <p className="prose" dir="auto">
          {cause.description}
        </p>
      )}
      <ul className="cause-pages">
        {(['updates', 'pictures', 'messages'] as const).map((name) => (
          <li key={name}>
            <a href={ownCausePath(cause, `/${name}`)}>{t(`ownCause.tabs.${name}`)}</a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function OwnerPanel({ page, cause }: Props) {
  const t = translatorFor(page.locale);
  const { owner, terms } = cause;
  return (
    <Panel id="owner" title={t('staff.partners.cause.ownerTitle')} intro={t('staff.partners.cause.ownerIntro')}>
      <Facts
        facts={[
          {
            term: t('staff.partners.cause.ownerName'),
            value: <a href={staffPath('creators', cause.ownerId)}>{owner.name}</a>,
          },
          { term: t('staff.partners.cause.ownerEmail'), value: owner.email },
          { term: t('staff.partners.cause.ownerPhone'), value: owner.phone },
          { term: t('staff.partners.cause.termsVersion'), value: terms.version },
          { term: t('staff.partners.cause.termsAt'), value: <When page={page} at={terms.acceptedAt} /> },
          { term: t('staff.partners.cause.termsIp'), value: <span className="code">{terms.ip}</span> },
        ]}
      />
    </Panel>
  );
}
