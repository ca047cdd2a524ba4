import type { SessionView } from '#lib/dashboard/account-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import type { Translate } from '#lib/i18n/translator.ts';
import { ActionForm } from './form.tsx';
import { Panel } from './panel.tsx';
import { type Column, DataTable } from './table.tsx';
import { When } from './when.tsx';

/** The person's sessions, each with a button that ends it. */
export function SessionsPanel({ page, sessions }: { page: PageView; sessions: SessionView[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<SessionView>[] = [
    {
      key: 'browser',
      title: t('account.sessions.browser'),
      isName: true,
      cell: (session) => <span id={`browser-${session.id}`}>{browserText(t, session)}</span>,
    },
    {
      key: 'begun',
      title: t('account.sessions.begun'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
    {
      key: 'seen',
      title: t('account.sessions.seen'),
      cell: ({ lastSeenAt }) => <When page={page} at={lastSeenAt} />,
    },
    {
      key: 'end',
      title: t('account.sessions.endColumn'),
      cell: ({ id, isThis }) =>
        isThis ? (
          <strong>{t('account.sessions.thisOne')}</strong>
        ) : (
          <ActionForm page={page} action="session.end_one" hidden={{ id }} className="">
            <button type="submit" className="button-link" aria-describedby={`browser-${id}`}>
              {t('account.sessions.end')}
            </button>
          </ActionForm>
        ),
    },
  ];
  return (
    <Panel id="sessions" title={t('account.sessions.title')}>
      <DataTable
        caption={t('account.sessions.caption')}
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty=""
      />
    </Panel>
  );
}

/** The name of a browser and its system. */
export function browserText(t: Translate, { browser, system }: { browser: string; system: string }): string {
  return browser === '' || system === ''
    ? t('account.sessions.unknown')
    : t('account.sessions.named', { browser, system });
}
