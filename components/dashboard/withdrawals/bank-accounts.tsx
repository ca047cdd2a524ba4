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

/** The bank accounts of a creator, their numbers masked, and whether money can be sent to them. */
export function BankAccounts({ page, accounts }: Props) {
  const t = translatorFor(page.locale);
  return (
    <section aria-labelledby="accounts" className="history">
      <h2 id="accounts">{t('payout.accounts.title')}</h2>
      <DataTable
        caption={t('payout.accounts.caption')}
        columns={[
          {
            key: 'account',
            title: t('payout.accounts.account'),
            isName: true,
            cell: ({ bankName, maskedNumber }) => `${bankName} ${maskedNumber}`,
          },
          { key: 'holder', title: t('payout.accounts.holder'), cell: ({ holderName }) => holderName },
          { key: 'currency', title: t('payout.accounts.currency'), cell: ({ currency }) => currency },
          {
            key: 'state',
            title: t('payout.accounts.state'),
            cell: ({ state, note }) => (
              <>
                <Badge tone={TONES[state]}>{t(`payout.accounts.states.${state}`)}</Badge>
                {note !== null && <small className="below">{t('payout.list.note', { note })}</small>}
              </>
            ),
          },
        ]}
        rows={accounts}
        rowKey={({ id }) => id}
        empty={t('payout.accounts.empty')}
      />
      <p>
        <a className="button" href="/dashboard/withdrawals/bank-account">
          {t('payout.accounts.add')}
        </a>
      </p>
    </section>
  );
}
