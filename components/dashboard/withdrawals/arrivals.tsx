import type { ArrivalView, WithdrawableView } from '#lib/dashboard/withdrawable-view.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDay } from '#lib/i18n/write-day.ts';
import { minorMoney } from '../money.ts';

type Props = { locale: Locale; of: WithdrawableView & { currency: string; country: string } };

/** So many days are named; what comes after them is added up. */
const DAYS = 3;

/** What is on its way, by day: nothing where nothing is. */
export function Arrivals({ locale, of }: Props) {
  const t = translatorFor(locale);
  if (of.onItsWayMinor === 0) return null;
  if (of.onItsWay.length === 1)
    return (
      <p className="arrivals">
        <NextArrival locale={locale} of={of} />
      </p>
    );
  const { money, date } = writers(locale, of);
  const dated = of.onItsWay.filter(isDated);
  const later = dated.slice(DAYS);
  const unknown = of.onItsWay.find(({ day }) => day === null);
  return (
    <div className="arrivals">
      <p>{t('payout.arrivals.title')}</p>
      <ul>
        {dated.slice(0, DAYS).map(({ day, amountMinor }) => (
          <li key={day}>{t('payout.arrivals.on', { amount: money(amountMinor), date: date(day) })}</li>
        ))}
        {later.length > 0 && (
          <li>
            {t('payout.arrivals.later', {
              amount: money(later.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
              date: date(later.at(-1)?.day ?? ''),
            })}
          </li>
        )}
        {unknown && <li>{t('payout.arrivals.unknown', { amount: money(unknown.amountMinor) })}</li>}
      </ul>
    </div>
  );
}

/** The same in one line: how much in all, and the nearest day. */
export function NextArrival({ locale, of }: Props) {
  const t = translatorFor(locale);
  const { money, date } = writers(locale, of);
  const next = of.onItsWay.find(isDated);
  const total = money(of.onItsWayMinor);
  if (of.onItsWayMinor === 0) return null;
  if (!next) return t('payout.arrivals.undated', { total });
  const said = { amount: money(next.amountMinor), date: date(next.day) };
  return of.onItsWay.length === 1
    ? t('payout.arrivals.one', said)
    : t('payout.arrivals.next', { total, ...said });
}

function writers(locale: Locale, of: Props['of']) {
  return {
    money: (minor: number) => minorMoney(locale, of, minor),
    date: (day: string) => writeDay(formattingLocale(locale, of.country), day),
  };
}

function isDated(arrival: ArrivalView): arrival is ArrivalView & { day: string } {
  return arrival.day !== null;
}
