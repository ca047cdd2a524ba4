import type { PasskeyView } from '#lib/dashboard/account-view.ts';
import type { PageView } from '#lib/dashboard/page-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { TextField } from './field.tsx';
import { ActionForm } from './form.tsx';
import { Panel } from './panel.tsx';
import { addPasskeyLink } from './passkey-link.ts';
import { browserText } from './sessions-panel.tsx';
import { type Column, DataTable } from './table.tsx';
import { When } from './when.tsx';

/** The signed-in person's passkeys. */
export function PasskeysPanel({ page, passkeys }: { page: PageView; passkeys: PasskeyView[] }) {
  const t = translatorFor(page.locale);
  const columns: Column<PasskeyView>[] = [
    {
      key: 'browser',
      title: t('account.sessions.browser'),
      isName: true,
      cell: (passkey) => <span id={`passkey-${passkey.id}`}>{browserText(t, passkey)}</span>,
    },
    {
      key: 'added',
      title: t('account.passkeys.added'),
      cell: ({ createdAt }) => <When page={page} at={createdAt} />,
    },
    {
      key: 'used',
      title: t('account.passkeys.used'),
      cell: ({ lastUsedAt }) => <When page={page} at={lastUsedAt} />,
    },
    {
      key: 'remove',
      title: t('account.sessions.endColumn'),
      cell: ({ id }) => (
        <ActionForm page={page} action="passkey.remove" hidden={{ id }} className="">
          <button type="submit" className="button-link" aria-describedby={`passkey-${id}`}>
            {t('account.passkeys.remove')}
          </button>
        </ActionForm>
      ),
    },
  ];
  return (
    <Panel id="passkeys" title={t('account.passkeys.title')} intro={t('account.passkeys.intro')}>
      <DataTable
        caption={t('account.passkeys.caption')}
        columns={columns}
        rows={passkeys}
        rowKey={({ id }) => id}
        empty={t('account.passkeys.empty')}
      />
      <p>
        <a className="button" href={addPasskeyLink(page)}>
          {t('account.passkeys.add')}
        </a>
      </p>
    </Panel>
  );
}

/** For staff: resets the passkeys of a colleague who lost theirs. */
export function LostPasskeyPanel({ page }: { page: PageView }) {
  const t = translatorFor(page.locale);
  const common = { page, action: 'passkey.reset', isRequired: true } as const;
  return (
    <Panel id="lost" title={t('account.lost.title')} intro={t('account.lost.intro')}>
      <ActionForm page={page} action="passkey.reset">
        <TextField {...common} name="email" type="email" autoComplete="off" label={t('account.lost.email')} />
        <TextField {...common} name="reason" maxLength={500} label={t('account.lost.reason')} />
        <button type="submit" className="button">
          {t('account.lost.submit')}
        </button>
      </ActionForm>
    </Panel>
  );
}
