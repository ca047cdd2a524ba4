import type { ReactNode } from 'react';
import type { PageView } from '#lib/dashboard/page-view.ts';
import type { FoundObject, SearchResults } from '#lib/dashboard/staff/search.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { DashboardFrame } from '../frame.tsx';
import { Panel } from '../panel.tsx';
import { CausesTable } from './causes-table.tsx';
import { CutPosition } from './cut-position.tsx';
import { LinksTable } from './links-table.tsx';
import { staffPath } from './path.ts';
import { PaymentsTable } from './payments-table.tsx';

/** The section of the page of each object. */
const SECTIONS: Readonly<Record<FoundObject['kind'], string>> = {
  client: 'clients',
  withdrawal: 'withdrawals',
  batch: 'withdrawals/batches',
  bankAccount: 'bank-accounts',
  key: 'keys',
  failedRefund: 'refunds',
};

type Props = { page: PageView; text: string; results: SearchResults | null };

/** What was found, in groups; where nothing was, what can be searched for. */
export function SearchPage({ page, text, results }: Props) {
  const t = translatorFor(page.locale);
  const groups = results === null ? [] : groupsOf(page, text, results);
  return (
    <DashboardFrame
      page={page}
      title={text === '' ? t('staff.search.title') : t('staff.search.titleFor', { value: text })}
      intro={t('staff.search.intro')}
    >
      {results !== null && groups.length === 0 && (
        <p className="empty">
          {t('staff.search.nothing')}
          {results.isMistyped && ` ${t('staff.search.mistyped')}`}
        </p>
      )}
      {groups}
    </DashboardFrame>
  );
}

function groupsOf(page: PageView, text: string, results: SearchResults): ReactNode[] {
  const t = translatorFor(page.locale);
  const { payments, links, causes, people, others, hasMore, most } = results;
  const group = (name: 'payments' | 'links' | 'causes', table: ReactNode) => (
    <Panel key={name} id={name} title={t(`dashboard.sections.${name}`)}>
      <CutPosition page={page} count={most} isCut={hasMore[name]} />
      {table}
      {hasMore[name] && (
        <p className="next-links">
          <a className="button" href={`${staffPath(name)}?${new URLSearchParams({ q: text })}`}>
            {t(`staff.search.all.${name}`)}
          </a>
        </p>
      )}
    </Panel>
  );
  const caption = t('staff.search.caption');
  const empty = t('staff.search.nothing');
  return [
    ...(people.length > 0 ? [<People key="people" page={page} results={results} />] : []),
    ...(payments.length > 0
      ? [group('payments', <PaymentsTable page={page} payments={payments} caption={caption} empty={empty} />)]
      : []),
    ...(links.length > 0
      ? [group('links', <LinksTable page={page} links={links} caption={caption} empty={empty} />)]
      : []),
    ...(causes.length > 0
      ? [group('causes', <CausesTable page={page} causes={causes} caption={caption} empty={empty} />)]
      : []),
    ...(others.length > 0 ? [<OtherObjects key="others" page={page} results={results} />] : []),
  ];
}

type GroupProps = { page: PageView; results: SearchResults };

const PERSON_SECTIONS = { creator: 'creators', donor: 'donors' } as const;

function People({ page, results: { people, hasMore, most } }: GroupProps) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="people" title={t('staff.search.people')}>
      <ul>
        {people.map(({ kind, id, name, email }) => (
          <li key={`${kind} ${id}`}>
            {t(`staff.search.kinds.${kind}`)}:{' '}
            <a href={staffPath(PERSON_SECTIONS[kind], id)}>{name === null ? email : `${name} (${email})`}</a>
          </li>
        ))}
      </ul>
      {hasMore.people && <p>{t('staff.search.morePeople', { count: String(most) })}</p>}
    </Panel>
  );
}

function OtherObjects({ page, results: { others, hasMore, most } }: GroupProps) {
  const t = translatorFor(page.locale);
  return (
    <Panel id="others" title={t('staff.search.others')}>
      <ul>
        {others.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`}>
            {t(`staff.search.kinds.${kind}`)}:{' '}
            <a className={name === null ? 'code' : undefined} href={staffPath(SECTIONS[kind], id)}>
              {name ?? id}
            </a>
          </li>
        ))}
      </ul>
      {hasMore.others && <p>{t('staff.search.moreClients', { count: String(most) })}</p>}
    </Panel>
  );
}
