import type { SessionView } from '#lib/dashboard/account-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from './form.tsx';
import { DashboardFrame } from './frame.tsx';
import { Panel } from './panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

type Props = { page: PageView; sessions: SessionView[] };

/** One's own account: where it is signed in, and the way out of every browser. */
export function AccountPage({ page, sessions }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('dashboard.account')}>
      <SessionsPanel page={page} sessions={sessions} />
      <Panel id="everywhere" title={t('account.sessions.endAllTitle')} intro={t('dashboard.accountBody')}>
        <ActionForm page={page} action="session.end_all">
          <button type="submit" className="button">
            {t('dashboard.signOutEverywhere')}
          </button>
        </ActionForm>
      </Panel>
    </DashboardFrame>
  );
}
