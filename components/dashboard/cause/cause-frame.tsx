import type { ReactNode } from 'react';
import type { OwnCauseHeader } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { Badge } from '../badge.tsx';
import { DashboardFrame } from '../frame.tsx';
import './cause.css';

type Props = { page: PageView; cause: OwnCauseHeader; title: string; children: ReactNode };

/** Path and name of each page; staff see those that say `isForStaff`. */
const TABS = [
  { name: 'overview', rest: '' },
  { name: 'payments', rest: '/payments' },
  { name: 'withdrawals', rest: '/withdrawals' },
  { name: 'statements', rest: '/statements' },
  { name: 'edit', rest: '/edit' },
  { name: 'updates', rest: '/updates', isForStaff: true },
  { name: 'pictures', rest: '/pictures', isForStaff: true },
  { name: 'messages', rest: '/messages', isForStaff: true },
] as const;

/** The name of a state for the creator of the cause: nothing is said of fraud before it is decided. */
export function causeStateName(t: Translate, state: OwnCauseHeader['state']): string {
  return t(state === 'fraud' ? 'ownCause.stopped.label' : `dashboard.states.${state}`);
}

/** The path of a page of a creator's cause. */
export function ownCausePath({ key }: Pick<OwnCauseHeader, 'key'>, rest = ''): string {
  return `/dashboard/causes/${encodeURIComponent(key)}${rest}`;
}

/** The layout of a cause's pages: name, state, a link to its public page, and tabs. */
export function CauseFrame({ page, cause, title, children }: Props) {
  const t = translatorFor(page.locale);
  const isOwn = page.viewer.id === cause.ownerId;
  const tabs = TABS.filter((tab) => isOwn || 'isForStaff' in tab);
  return (
    <DashboardFrame
      page={page}
      title={title}
      intro={
        <span className="cause-line">
          <Badge tone={cause.isPublic ? 'good' : 'plain'}>
            <span className="visually-hidden">{t('ownCause.state')}: </span>
            {causeStateName(t, cause.state)}
          </Badge>
          <a href={cause.path}>{t(cause.isPublic ? 'ownCause.seePage' : 'ownCause.preview')}</a>
        </span>
      }
    >
      <nav className="tabs" aria-label={t('ownCause.tabs.label')}>
        <ul>
          {tabs.map(({ name, rest }) => (
            <li key={name}>
              <a
                href={ownCausePath(cause, rest)}
                aria-current={page.path === ownCausePath(cause, rest) ? 'page' : undefined}
              >
                {t(`ownCause.tabs.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </DashboardFrame>
  );
}
