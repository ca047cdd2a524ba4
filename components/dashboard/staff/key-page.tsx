import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { SelectField } from '../field.tsx';
import { ActionForm } from '../form.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { KeyBadge } from './badges.tsx';
import { staffPath } from './path.ts';

const OVERLAP_HOURS = [0, 1, 24, 72, 168, 720] as const;

/** A key: what it may do, and the two ways in which it ends. */
export function KeyPage({ page, apiKey }: { page: PageView; apiKey: KeyRow }) {
  const t = translatorFor(page.locale);
  const { id, clientId, clientName, state, permissions, allowedIps } = apiKey;
  return (
    <DashboardFrame page={page} title={t('staff.partners.key.title', { id })}>
      <Facts
        facts={[
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
          {
            term: t('staff.partners.keys.lastUsed'),
            value: apiKey.lastUsedAt ? (
              <When page={page} at={apiKey.lastUsedAt} />
            ) : (
              t('staff.partners.keys.never')
            ),
          },
          apiKey.stopsAt && {
            term: t(state === 'stopped' ? 'staff.partners.keys.stoppedAt' : 'staff.partners.keys.stopsAt'),
            value: <When page={page} at={apiKey.stopsAt} />,
          },
        ]}
      />
      <div className="side-by-side">
        {state === 'works' && <RotatePanel page={page} id={id} />}
        {state !== 'stopped' && (
          <Panel
            id="revoke"
            title={t('staff.partners.key.revokeTitle')}
            intro={t('staff.partners.key.revokeIntro')}
          >
            <ActionForm page={page} action="key.revoke" hidden={{ id }}>
              <button type="submit" className="button button-danger">
                {t('staff.partners.key.revoke')}
              </button>
            </ActionForm>
          </Panel>
        )}
      </div>
    </DashboardFrame>
  );
}

function RotatePanel({ page, id }: { page: PageView; id: string }) {
  const t = translatorFor(page.locale);
  return (
    <Panel
      id="rotate"
      title={t('staff.partners.key.rotateTitle')}
      intro={t('staff.partners.key.rotateIntro')}
    >
      <ActionForm page={page} action="key.rotate" hidden={{ id }}>
        <SelectField
          page={page}
          action="key.rotate"
          name="hours"
          label={t('staff.partners.key.overlap')}
          value="24"
          options={OVERLAP_HOURS.map((hours) => ({
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
