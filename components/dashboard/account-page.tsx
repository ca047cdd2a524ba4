import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from './form.tsx';
import { DashboardFrame } from './frame.tsx';

/** One's own account: the way out of every browser. */
export function AccountPage({ page }: { page: PageView }) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame page={page} title={t('dashboard.account')} intro={t('dashboard.accountBody')}>
      <ActionForm page={page} action="session.end_all">
        <button type="submit" className="button">
          {t('dashboard.signOutEverywhere')}
        </button>
      </ActionForm>
    </DashboardFrame>
  );
}
