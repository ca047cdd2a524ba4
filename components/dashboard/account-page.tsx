import type { PasskeyView, SessionView } from '#lib/dashboard/account-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from './form.tsx';
import { DashboardFrame } from './frame.tsx';
import { Panel } from './panel.tsx';
import { LostPasskeyPanel, PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

type Props = { page: PageView; sessions: SessionView[]; passkeys: PasskeyView[] };

/** One's own account: what one signs in with, where one is signed in, and the way out of every browser. */
export function AccountPage({ page, sessions, passkeys }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('dashboard.account')}>
      <PasskeysPanel page={page} passkeys={passkeys} />
      <SessionsPanel page={page} sessions={sessions} />
      <Panel id="everywhere" title={t('account.sessions.endAllTitle')} intro={t('dashboard.accountBody')}>
        <ActionForm page={page} action="session.end_all">
          <button type="submit" className="button">
            {t('dashboard.signOutEverywhere')}
          </button>
        </ActionForm>
      </Panel>
      {page.viewer.role === 'staff' && <LostPasskeyPanel page={page} />}
    </DashboardFrame>
  );
}
