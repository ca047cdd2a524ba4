import type { ReactNode } from 'react';
import { Document } from '#components/ui/document.tsx';
import { LanguageSwitcher } from '#components/ui/language-switcher.tsx';
import { SendOnce } from '#components/ui/send-once.tsx';
import { ZoneCookie } from '#components/ui/zone-cookie.tsx';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { zoneName } from '#lib/i18n/zone-name.ts';
import { ActionForm } from './form.tsx';
import { ResultNotice } from './result-notice.tsx';
import { SearchBox } from './search-box.tsx';
import { isCurrent, SECTIONS } from './sections.ts';
import { staffPath } from './staff/path.ts';
import './dashboard.css';
import './form.css';
import './list.css';
import './staff.css';
import './table.css';

const SEARCH = staffPath('search');
const MENU = 'sections';

type Props = {
  page: PageView;
  title: string;
  /** A line under the title that explains the page. */
  intro?: ReactNode;
  children: ReactNode;
};

/** The layout of every dashboard page: the signed-in person, the navigation, and the result of the last form. */
export function DashboardFrame({ page, title, intro, children }: Props) {
  const { locale, nonce, viewer, path, result } = page;
  const t = translatorFor(locale);
  const name = `${title} · ${t('dashboard.title')}`;
  const groups = SECTIONS[viewer.role];
  const current = groups.flatMap(({ sections }) => sections).find(({ href }) => isCurrent(href, path));
  // On a phone many sections would fill the screen: there they open from a button (dashboard.css).
  const isLong = groups.length > 1;
  // Said first by screen readers, like the summary on the page.
  const hasErrors = result?.kind === 'refused' && result.errors.length > 0;
  return (
    <Document
      locale={locale}
      t={t}
      nonce={nonce}
      title={hasErrors ? t('dashboard.form.error', { title: name }) : name}
      isPrivate
    >
      {!page.hasChosenZone && <ZoneCookie nonce={nonce} />}
      <SendOnce nonce={nonce} />
      <header className="dash-head">
        {page.testMode && <p className="test-banner">{t('ui.testBanner')}</p>}
        <div className="dash-bar">
          <p className="dash-who">
            <span className="dash-role">{t(`dashboard.roles.${viewer.role}`)}</span>{' '}
            <span>{t('dashboard.signedInAs', { name: viewer.name })}</span>
          </p>
          <LanguageSwitcher label={t('ui.language')} current={locale} path={path} parameters={page.query} />
          {viewer.role === 'staff' && (
            <SearchBox
              action={SEARCH}
              label={t('staff.search.label')}
              value={path === SEARCH ? (page.query.q ?? '') : ''}
            />
          )}
          <ActionForm page={page} action="session.end" className="dash-out">
            <button type="submit" className="button-link">
              {t('dashboard.signOut')}
            </button>
          </ActionForm>
        </div>
        {isLong && (
          <button type="button" className="dash-menu button secondary" popoverTarget={MENU}>
            {[t('dashboard.menu'), ...(current ? [t(`dashboard.sections.${current.name}`)] : [])].join(' · ')}
          </button>
        )}
        <nav
          className="dash-nav"
          aria-label={t('dashboard.navigation')}
          {...(isLong ? { id: MENU, popover: 'auto' } : {})}
        >
          {groups.map((group) => (
            <div key={group.name} className="dash-group">
              {group.name !== null && (
                <p id={`group-${group.name}`} className="dash-group-name">
                  {t(`dashboard.groups.${group.name}`)}
                </p>
              )}
              <ul aria-labelledby={group.name === null ? undefined : `group-${group.name}`}>
                {group.sections.map(({ name, href }) => (
                  <li key={name}>
                    <a href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
                      {t(`dashboard.sections.${name}`)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </header>
      <main id="main" className="dash-main">
        <h1>{title}</h1>
        {intro !== undefined && <p className="dash-intro">{intro}</p>}
        <ResultNotice page={page} />
        {children}
        <p className="dash-zone">
          {t('dashboard.zone.times', { zone: zoneName(locale, page.timeZone) })}{' '}
          <a href="/dashboard/account#time-zone">{t('dashboard.zone.change')}</a>
        </p>
      </main>
    </Document>
  );
}
