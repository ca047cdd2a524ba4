import type { BalanceView } from '#lib/dashboard/withdrawal-view.ts';
import type { Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { deduction, minorMoney } from '../money.ts';
import { ExpectedReleases } from './expected-releases.tsx';

type Props = { page: Reader; balance: BalanceView; title: string };

/** The deductions from the collected amount, in this order. */
const LESS = [
  'commission',
  'gatewayCost',
  'refunded',
  'refundsReserved',
  'disputed',
  'reserved',
  'paidOut',
  'onItsWay',
  'keptForOthers',
  'onHold',
] as const;

/** Few creators have these: only shown if there is some. */
const RARE: readonly (typeof LESS)[number][] = ['refundsReserved', 'keptForOthers', 'onHold'];

/** A balance as a sum: collected, deductions, and what is left. */
export function Balance({ page, balance, title }: Props) {
  const t = translatorFor(page.locale);
  const money = (minor: number) => minorMoney(page, balance, minor);
  const less = LESS.filter((name) => !RARE.includes(name) || balance[`${name}Minor`] > 0);
  return (
    <section className="panel balance">
      <h2>{title}</h2>
      <dl className="sums">
        <div>
          <dt>{t('withdrawals.balance.collected')}</dt>
          <dd>{money(balance.collectedMinor)}</dd>
        </div>
        {less.map((name) => (
          <div key={name}>
            <dt>{t(`withdrawals.balance.${name}`)}</dt>
            <dd>{deduction(page, balance, balance[`${name}Minor`])}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>{t('withdrawals.balance.available')}</dt>
          <dd>{money(balance.availableMinor)}</dd>
        </div>
      </dl>
      <ExpectedReleases page={page} of={balance} />
      {balance.availableMinor < 0 && <p className="hint">{t('withdrawals.balance.negative')}</p>}
    </section>
  );
}
