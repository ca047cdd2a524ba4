import type { ReactNode } from 'react';
import type { OwnCauseHead } from '#lib/dashboard/cause-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge } from '../badge.tsx';
import { DashboardFrame } from '../frame.tsx';
import './cause.css';

type Props = { page: PageView; cause: OwnCauseHead; title: string; children: ReactNode };

const TABS = [
  ['overview', ''],
  ['payments', '/payments'],
  ['withdrawals', '/withdrawals'],
  ['edit', '/edit'],
] as const;

/** The path of a page of an own cause. */
export function causePath({ key }: Pick<OwnCauseHead, 'key'>, rest = ''): string {
  return `/dashboard/causes/${encodeURIComponent(key)}${rest}`;
}

/** The pages of one cause: its name and state, the way to its public page, and where else one can go. */
export function CauseFrame({ page, cause, title, children }: Props) {
  const t = translatorFor(page.locale);
  return (
    <DashboardFrame
      page={page}
      title={title}
      intro={
        <span className="cause-line">
          <Badge tone={cause.isPublic ? 'good' : 'plain'}>
            <span className="visually-hidden">{t('ownCause.state')}: </span>
            {t(`dashboard.states.${cause.state}`)}
          </Badge>
          <a href={cause.path}>{t(cause.isPublic ? 'ownCause.seePage' : 'ownCause.preview')}</a>
        </span>
      }
    >
      <nav className="tabs" aria-label={t('ownCause.tabs.label')}>
        <ul>
          {TABS.map(([name, rest]) => (
            <li key={name}>
              <a
                href={causePath(cause, rest)}
                aria-current={page.path === causePath(cause, rest) ? 'page' : undefined}
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
