import type { PageView } from '#lib/dashboard/page-view.ts';
import type { ClientDetail, KeyRow } from '#lib/dashboard/staff/clients.ts';
import type { Cut } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Facts } from '../facts.tsx';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { When } from '../when.tsx';
import { ClientForm } from './client-form.tsx';
import { CutPosition } from './cut-position.tsx';
import { KeyForm } from './key-form.tsx';
import { KeysTable } from './keys-table.tsx';
import { staffPath } from './path.ts';
import { TermsPanel } from './terms-panel.tsx';

/** The form for a new client. */
export function NewClientPage({ page }: { page: PageView }) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('staff.partners.client.newTitle')} intro={t('staff.partners.client.newIntro')}>
      <ClientForm page={page} client={null} />
    </DashboardFrame>
  );
}

type Props = { page: PageView; client: ClientDetail; keys: Cut<KeyRow> };

/** A client: its keys, its agreement and its branding. */
export function ClientPage({ page, client, keys }: Props) {
  const t = translatorFor(page.locale);
  const causes = `${staffPath('causes')}?${new URLSearchParams({ client: client.id })}`;
  return (
    <DashboardFrame page={page} title={client.name}>
      <Facts
        facts={[
          { term: t('staff.partners.clients.id'), value: <span className="code">{client.id}</span> },
          { term: t('staff.partners.clients.since'), value: <When page={page} at={client.createdAt} /> },
          {
            term: t('staff.partners.causes.title'),
            value: <a href={causes}>{t('staff.partners.client.causes')}</a>,
          },
        ]}
      />
      {client.change && <TermsPanel page={page} change={client.change} />}
      {client.takesKeys ? (
        <Panel id="keys" title={t('staff.partners.keys.title')} intro={t('staff.partners.keys.intro')}>
          <CutPosition page={page} count={keys.rows.length} isCut={keys.isCut} />
          <KeysTable page={page} keys={keys.rows} />
        </Panel>
      ) : null}
      <div className="side-by-side">
        {client.takesKeys ? (
          <Panel id="new-key" title={t('staff.partners.keys.newTitle')}>
            <KeyForm page={page} clientId={client.id} />
          </Panel>
        ) : null}
        <Panel
          id="agreement"
          title={t('staff.partners.client.agreementTitle')}
          intro={t('staff.partners.client.agreementIntro')}
        >
          <ClientForm page={page} client={client} />
        </Panel>
      </div>
    </DashboardFrame>
  );
}
