import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { ActionForm } from './form.tsx';
import { ResultNotice } from './result-notice.tsx';
import { isCurrent, SECTIONS } from './sections.ts';
import './dashboard.css';
import './form.css';
import './staff.css';
import './table.css';

type Props = {
  page: PageView;
  title: string;
  /** A line under the title: what this page is for. */
  intro?: ReactNode;
  children: ReactNode;
};

/** The page around everything in the dashboard: who is signed in, where one can go, what became of the last form. */
export function DashboardFrame({ page, title, intro, children }: Props) {
  const { locale, nonce, viewer, path } = page;
  const t = translatorFor(locale);
  return (
    <Document {...{ locale, t, nonce }} title={`${title} · ${t('dashboard.title')}`} isPrivate>
      <header className="dash-head">
        {page.testMode && <p className="dash-test">{t('ui.testBanner')}</p>}
        <div className="dash-bar">
          <p className="dash-who">
            <span className="dash-role">{t(`dashboard.roles.${viewer.role}`)}</span>{' '}
            <span>{t('dashboard.signedInAs', { name: viewer.name })}</span>
          </p>
          <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={page.query} />
          <ActionForm page={page} action="session.end" className="dash-out">
            <button type="submit" className="button-link">
              {t('dashboard.signOut')}
            </button>
          </ActionForm>
        </div>
        <nav className="dash-nav" aria-label={t('dashboard.navigation')}>
          <ul>
            {SECTIONS[viewer.role].map(({ name, href }) => (
              <li key={name}>
                <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
                  {t(`dashboard.sections.${name}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" className="dash-main">
        <h1>{title}</h1>
        {intro !== undefined && <p className="dash-intro">{intro}</p>}
        <ResultNotice page={page} />
        {children}
      </main>
    </Document>
  );
}
