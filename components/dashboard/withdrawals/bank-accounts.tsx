import type { PageView } from '#lib/dashboard/page-view.ts';
import type { BankAccountRow } from '#lib/dashboard/withdrawal-view.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { Badge, type Tone } from '../badge.tsx';
import { DataTable } from '../table.tsx';

type Props = { page: PageView; accounts: readonly BankAccountRow[] };

const TONES: Record<BankAccountRow['state'], Tone> = {
  unverified: 'waits',
  verified: 'good',
  rejected: 'bad',
};

/** A creator's bank accounts with masked numbers, and whether money can be sent to them. */
export function BankAccounts({ page, accounts }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section aria-labelledby="accounts" className="history">
      <h2 id="accounts">{t('withdrawals.accounts.title')}</h2>
      <DataTable
        caption={t('withdrawals.accounts.caption')}
        columns={[
          {
            key: 'account',
            title: t('withdrawals.accounts.account'),
            isName: true,
            cell: ({ bankName, maskedNumber }) => `${bankName} ${maskedNumber}`,
          },
          { key: 'holder', title: t('withdrawals.accounts.holder'), cell: ({ holderName }) => holderName },
          { key: 'currency', title: t('withdrawals.accounts.currency'), cell: ({ currency }) => currency },
          {
            key: 'state',
            title: t('withdrawals.accounts.state'),
            cell: ({ state, note }) => (
              <>
                <Badge tone={TONES[state]}>{t(`withdrawals.accounts.states.${state}`)}</Badge>
                {note !== null && <small className="below">{t('withdrawals.list.note', { note })}</small>}
              </>
            ),
          },
        ]}
        rows={accounts}
        rowKey={({ id }) => id}
        empty={t('withdrawals.accounts.empty')}
      />
      <p>
        <a className="button" href="/dashboard/withdrawals/bank-account">
          {t('withdrawals.accounts.add')}
        </a>
      </p>
    </section>
  );
}
