import type { PasskeyView, SessionView } from '#lib/dashboard/account-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ButtonPanel } from './button-panel.tsx';
import { DashboardFrame } from './frame.tsx';
import { LostPasskeyPanel, PasskeysPanel } from './passkeys-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TimeZonePanel } from './time-zone-panel.tsx';

type Props = { page: PageView; sessions: SessionView[]; passkeys: PasskeyView[]; zones: string[] };

/** The signed-in person's account: email, passkeys, sessions, and signing out everywhere. */
export function AccountPage({ page, sessions, passkeys, zones }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('dashboard.account')}>
      <PasskeysPanel page={page} passkeys={passkeys} />
      <SessionsPanel page={page} sessions={sessions} />
      <TimeZonePanel page={page} zones={zones} />
      <ButtonPanel
        page={page}
        id="everywhere"
        title={t('account.sessions.endAllTitle')}
        intro={t('dashboard.accountBody')}
        action="session.end_all"
        button={t('dashboard.signOutEverywhere')}
      />
      {page.viewer.role === 'staff' && <LostPasskeyPanel page={page} />}
    </DashboardFrame>
  );
}
