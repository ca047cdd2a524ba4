import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { KeyBadge } from './badges.tsx';
import { staffPath } from './path.ts';

/** The keys of a client. */
export function KeysTable({ page, keys }: { page: PageView; keys: KeyRow[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<KeyRow>[] = [
    {
      key: 'id',
      title: t('staff.partners.keys.id'),
      isName: true,
      cell: ({ id }) => (
        <a className="code" href={staffPath('keys', id)}>
          {id}
        </a>
      ),
    },
    {
      key: 'state',
      title: t('staff.partners.keys.state'),
      cell: ({ state }) => <KeyBadge t={t} state={state} />,
    },
    {
      key: 'ips',
      title: t('staff.partners.keys.allowedIps'),
      cell: ({ allowedIps }) =>
        allowedIps.length === 0 ? t('staff.partners.keys.anywhere') : allowedIps.join(', '),
    },
    {
      key: 'used',
      title: t('staff.partners.keys.lastUsed'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <When page={page} at={lastUsedAt} /> : t('staff.partners.keys.never'),
    },
    {
      key: 'stops',
      title: t('staff.partners.keys.stopsAt'),
      cell: ({ stopsAt }) => <When page={page} at={stopsAt} />,
    },
  ];
  return (
    <DataTable
      caption={t('staff.partners.keys.caption')}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      empty={t('staff.partners.keys.empty')}
    />
  );
}
