import type { ExpectedReleaseView, WithdrawableView } from '#lib/dashboard/withdrawable-view.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { translatorFor } from '#lib/i18n/translate.ts';
import { writeDay } from '#lib/i18n/write-day.ts';
import { minorMoney } from '../money.ts';

type Props = { page: Reader; of: WithdrawableView & { currency: string; country: string } };

/** So many days are listed; the rest is added up. */
const DAYS = 3;

/** Money that gateways will release, by day. Renders nothing if there is none. */
export function ExpectedReleases({ page, of }: Props) {
  const t = translatorFor(page.locale);
  if (of.onItsWayMinor === 0) return null;
  if (of.onItsWay.length === 1)
    return (
      <p className="arrivals">
        <NextRelease page={page} of={of} />
      </p>
    );
  const { money, date } = writers(page, of);
  const dated = of.onItsWay.filter(isDated);
  const later = dated.slice(DAYS);
  const unknown = of.onItsWay.find(({ day }) => day === null);
  return (
    <div className="arrivals">
      <p>{t('withdrawals.arrivals.title')}</p>
      <ul>
        {dated.slice(0, DAYS).map(({ day, amountMinor }) => (
          <li key={day}>{t('withdrawals.arrivals.on', { amount: money(amountMinor), date: date(day) })}</li>
        ))}
        {later.length > 0 && (
          <li>
            {t('withdrawals.arrivals.later', {
              amount: money(later.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
              date: date(later.at(-1)?.day ?? ''),
            })}
          </li>
        )}
        {unknown && <li>{t('withdrawals.arrivals.unknown', { amount: money(unknown.amountMinor) })}</li>}
      </ul>
    </div>
  );
}

/** The same in one line: the total, and the next day. */
export function NextRelease({ page, of }: Props) {
  const t = translatorFor(page.locale);
  const { money, date } = writers(page, of);
  const next = of.onItsWay.find(isDated);
  const total = money(of.onItsWayMinor);
  if (of.onItsWayMinor === 0) return null;
  if (!next) return t('withdrawals.arrivals.undated', { total });
  const values = { amount: money(next.amountMinor), date: date(next.day) };
  return of.onItsWay.length === 1
    ? t('withdrawals.arrivals.one', values)
    : t('withdrawals.arrivals.next', { total, ...values });
}

function writers(page: Reader, of: Props['of']) {
  return {
    money: (minor: number) => minorMoney(page, of, minor),
    date: (day: string) => writeDay(moneyStyle(page, of.country).formatLocale, day),
  };
}

function isDated(arrival: ExpectedReleaseView): arrival is ExpectedReleaseView & { day: string } {
  return arrival.day !== null;
}
