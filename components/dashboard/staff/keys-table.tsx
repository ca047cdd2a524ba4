import type { PageView } from '#lib/dashboard/page-view.ts';
import type { KeyRow } from '#lib/dashboard/staff/clients.ts';
import type { Listed } from '#lib/dashboard/staff/list-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Breakable } from '../breakable.tsx';
import { RowLine } from '../row-line.tsx';
import { type Column, DataTable } from '../table.tsx';
import { When } from '../when.tsx';
import { KeyBadge } from './badges.tsx';
import { BY_DATE, sortable, timeColumn } from './columns.tsx';
import { listCaption } from './list-caption.ts';
import { staffPath } from './path.ts';
import { ShortId } from './short-id.tsx';

type Props = {
  page: PageView;
  keys: KeyRow[];
  /** The list of all clients' keys that these are a page of; omitted on a client's own page. */
  list?: Listed<unknown>;
};

/** Keys, with what each may do, from where, and when it was last used. */
export function KeysTable({ page, keys, list }: Props) {
  const t = translatorFor(page.locale);
  const client: Column<KeyRow> = {
    key: 'client',
    title: t('staff.partners.key.client'),
    cell: ({ clientId, clientName }) => (
      <a className="clamped" href={staffPath('clients', clientId)}>
        {clientName}
      </a>
    ),
  };
  const created: Column<KeyRow> = timeColumn(page, 'createdAt', t('staff.partners.keys.created'));
  const columns: Column<KeyRow>[] = [
    {
      key: 'name',
      title: t('lists.keys.name'),
      isName: true,
      width: 'state',
      cell: ({ id, name }) => (
        <>
          {name !== '' && <span className="clamped">{name}</span>}
          <ShortId page={page} id={id} href={staffPath('keys', id)} />
        </>
      ),
    },
    ...(list ? [client] : []),
    {
      key: 'state',
      title: t('staff.partners.keys.state'),
      width: 'date',
      cell: ({ state, stopsAt }) => (
        <>
          <KeyBadge t={t} state={state} />
          {stopsAt && (
            <small className="below">
              {state === 'stops' && `${t('staff.partners.keys.stopsAt')} `}
              <When page={page} at={stopsAt} isShort />
            </small>
          )}
        </>
      ),
    },
    {
      key: 'permissions',
      title: t('staff.partners.keys.permissions'),
      cell: ({ permissions }) => (
        <ul className="plain-list">
          {permissions.map((permission) => (
            <li key={permission}>
              <span className="code" title={t(`staff.partners.permissions.${permission}`)}>
                <Breakable text={permission} />
              </span>
            </li>
          ))}
        </ul>
      ),
    },
    {
      key: 'ips',
      title: t('staff.partners.keys.allowedIps'),
      cell: ({ allowedIps }) =>
        allowedIps.length === 0 ? (
          t('staff.partners.keys.anywhere')
        ) : (
          <span className="code">{allowedIps.join(', ')}</span>
        ),
    },
    {
      key: 'used',
      title: t('staff.partners.keys.lastUsed'),
      width: 'date',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <When page={page} at={lastUsedAt} isShort /> : t('staff.partners.keys.never'),
    },
    list ? sortable(page, list, created, BY_DATE) : created,
  ];
  return (
    <DataTable
      caption={list ? listCaption(page, t('lists.keys.title'), list) : t('staff.partners.keys.caption')}
      columns={columns}
      rows={keys}
      rowKey={({ id }) => id}
      empty={t('staff.partners.keys.empty')}
      isFixed
      line={({ id, name, state, clientName, createdAt }) => (
        <RowLine
          first={name === '' ? id : name}
          figure={<KeyBadge t={t} state={state} />}
          second={list ? clientName : <When page={page} at={createdAt} isShort />}
        />
      )}
    />
  );
}
