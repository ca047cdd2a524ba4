import type { BalanceView } from '#lib/dashboard/withdrawal-view.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { minorMoney } from '../money.ts';
import { Arrivals } from './arrivals.tsx';

type Props = { locale: Locale; balance: BalanceView; title: string };

/** What is taken off what was collected, in this order. */
const LESS = [
  'commission',
  'gatewayCost',
  'refunded',
  'disputed',
  'reserved',
  'paidOut',
  'onItsWay',
  'keptForOthers',
] as const;

/** A balance as a sum: what was collected, everything that is taken off, and what is left. */
export function Balance({ locale, balance, title }: Props) {
  const t = translatorFor(locale);
  const money = (minor: number) => minorMoney(locale, balance, minor);
  // What other causes lack concerns few: it is said where there is some.
  const less = LESS.filter((name) => name !== 'keptForOthers' || balance.keptForOthersMinor > 0);
  return (
    <section className="panel balance">
      <h2>{title}</h2>
      <dl className="sums">
        <div>
          <dt>{t('payout.balance.collected')}</dt>
          <dd>{money(balance.collectedMinor)}</dd>
        </div>
        {less.map((name) => (
          <div key={name}>
            <dt>{t(`payout.balance.${name}`)}</dt>
            <dd>{money(balance[`${name}Minor`] === 0 ? 0 : -balance[`${name}Minor`])}</dd>
          </div>
        ))}
        <div className="sum">
          <dt>{t('payout.balance.available')}</dt>
          <dd>{money(balance.availableMinor)}</dd>
        </div>
      </dl>
      <Arrivals locale={locale} of={balance} />
      {balance.availableMinor < 0 && <p className="hint">{t('payout.balance.negative')}</p>}
    </section>
  );
}
