import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff/clients.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { KeysTable } from './keys-table.tsx';
import { StaffListPage } from './list-page.tsx';

type Props = {
  page: PageView;
  keys: Listed<KeyRow>;
  choices: readonly ('works' | 'waits' | 'stopped')[];
  clients: readonly { id: string; name: string }[];
};

/** The keys of every client. */
export function KeysPage({ page, keys, choices, clients }: Props) {
  const t = translatorFor(page.locale);
  return (
    <StaffListPage
      page={page}
      title={t('lists.keys.title')}
      intro={t('lists.keys.intro')}
      filters={[
        { kind: 'text', name: 'q', label: t('lists.keys.search') },
        {
          kind: 'select',
          name: 'state',
          label: t('staff.partners.keys.state'),
          options: [
            { value: '', label: t('lists.keys.states.all') },
            ...choices.map((choice) => ({ value: choice, label: t(`lists.keys.states.${choice}`) })),
          ],
        },
        {
          kind: 'select',
          name: 'client',
          label: t('staff.partners.causes.client'),
          options: [
            { value: '', label: t('staff.partners.causes.everyClient') },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ]}
      section="keys"
      list={keys}
    >
      <KeysTable page={page} keys={keys.rows} list={keys} />
    </StaffListPage>
  );
}
