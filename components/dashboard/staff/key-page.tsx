import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyDetail } from '#lib/dashboard/staff/clients.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from '../button-panel.tsx';
import { Facts } from '../facts.tsx';
import { SelectField, TextField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { Actor } from './actor.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { KeyBadge } from './badges.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { staffPath } from './path.ts';
import { ShortId } from './short-id.tsx';

const OVERLAP_HOURS = [0, 1, 24, 72, 168, 720] as const;

/** A key: its permissions and status, and the actions that rotate or revoke it. */
export function KeyPage({ page, apiKey }: { page: PageView; apiKey: KeyDetail }) {
  const t = translatorFor(page.locale);
  const { id, clientId, clientName, state, permissions, allowedIps, createdBy, approvedBy } = apiKey;
  return (
    <DashboardFrame page={page} title={t('staff.partners.key.title', { id })}>
      <Facts
        facts={[
          { term: t('lists.keys.name'), value: apiKey.name },
          {
            term: t('staff.partners.key.client'),
            value: <a href={staffPath('clients', clientId)}>{clientName}</a>,
          },
          { term: t('staff.partners.keys.state'), value: <KeyBadge t={t} state={state} /> },
          { term: t('staff.partners.keys.permissions'), value: permissions.join(', ') },
          {
            term: t('staff.partners.keys.allowedIps'),
            value: allowedIps.length === 0 ? t('staff.partners.keys.anywhere') : allowedIps.join(', '),
          },
          { term: t('staff.partners.keys.created'), value: <When page={page} at={apiKey.createdAt} /> },
          createdBy && { term: t('staff.approvals.createdBy'), value: <Actor t={t} by={createdBy} /> },
          approvedBy && { term: t('staff.approvals.approver'), value: <Actor t={t} by={approvedBy} /> },
          {
            term: t('staff.partners.keys.lastUsed'),
            value: apiKey.lastUsedAt ? <When page={page} at={apiKey.lastUsedAt} /> : t('staff.partners.keys.never'),
          },
          apiKey.stopsAt && {
            term: t(state === 'stopped' ? 'staff.partners.keys.stoppedAt' : 'staff.partners.keys.stopsAt'),
            value: <When page={page} at={apiKey.stopsAt} />,
          },
        ]}
      />
      <div className="side-by-side">
        {state === 'waits' && (
          <ApprovalPanel
            page={page}
            id={id}
            isOwn={apiKey.isOwn}
            approve={{ action: 'key.approve', label: t('staff.approvals.keyApprove') }}
            refuse={{ action: 'key.reject', label: t('staff.approvals.keyRefuse'), reason: 'reason' }}
            title={t('staff.approvals.keyTitle')}
            intro={t('staff.approvals.keyIntro')}
          >
            {apiKey.ends && <EndedKey page={page} ends={apiKey.ends} />}
          </ApprovalPanel>
        )}
        {state === 'works' && <RotatePanel page={page} apiKey={apiKey} />}
        {(state === 'works' || state === 'stops') && (
          <ButtonPanel
            page={page}
            id="revoke"
            title={t('staff.partners.key.revokeTitle')}
            intro={t('staff.partners.key.revokeIntro')}
            action="key.revoke"
            hidden={{ id }}
            button={t('staff.partners.key.revoke')}
            reason="reason"
            tone="danger"
          />
        )}
        <NamePanel page={page} apiKey={apiKey} />
      </div>
      <HistoryPanel page={page} subject={id} history={apiKey.history} />
    </DashboardFrame>
  );
}

/** The key in use that stops once this one is approved. */
function EndedKey({ page, ends }: { page: PageView; ends: NonNullable<KeyDetail['ends']> }) {
  const t = translatorFor(page.locale);
  const { id, name, overlapHours } = ends;
  return (
    <Facts
      facts={[
        {
          term: t('staff.approvals.keyEnds'),
          value: (
            <>
              {name} <ShortId page={page} id={id} href={staffPath('keys', id)} />
            </>
          ),
        },
        {
          term: t('staff.approvals.keyEndsWhen'),
          value: t('staff.approvals.keyEndsAfter', { count: overlapHours }),
        },
      ]}
    />
  );
}

function NamePanel({ page, apiKey: { id, name } }: { page: PageView; apiKey: KeyDetail }) {
  const t = translatorFor(page.locale);
  const form = { page, action: 'key.rename' };
  return (
    <Panel id="name" title={t('lists.keys.name')}>
      <ActionForm {...form} hidden={{ id }}>
        <TextField
          {...form}
          name="name"
          label={t('lists.keys.name')}
          hint={t('lists.keys.nameHint')}
          value={name}
          maxLength={60}
          autoComplete="off"
        />
        <button type="submit" className="button">
          {t('lists.keys.rename')}
        </button>
      </ActionForm>
    </Panel>
  );
}

function RotatePanel({ page, apiKey: { id, requiresApproval } }: { page: PageView; apiKey: KeyDetail }) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="rotate" title={t('staff.partners.key.rotateTitle')} intro={t('staff.partners.key.rotateIntro')}>
      {requiresApproval && <p className="panel-intro">{t('staff.approvals.keyRotate')}</p>}
      <ActionForm page={page} action="key.rotate" hidden={{ id }}>
        <SelectField
          page={page}
          action="key.rotate"
          name="hours"
          label={t('staff.partners.key.overlap')}
          value="24"
          options={OVERLAP_HOURS.filter((hours) => hours > 0 || !requiresApproval).map((hours) => ({
            value: String(hours),
            label: t(`staff.partners.key.overlaps.h${hours}`),
          }))}
          isRequired
        />
        <button type="submit" className="button button-accent">
          {t('staff.partners.key.rotate')}
        </button>
      </ActionForm>
    </Panel>
  );
}
