import { numberFormat } from './formats.ts';
import type { Translate } from './translator.ts';

/** Where the money of a donation goes. */
export type MoneyPath = {
  /** Who collects for the cause, as donors know them; null where nothing is configured. */
  receiver: string | null;
  /** The name of this service; null where none is configured. */
  service: string | null;
  /** The service's commission: 5 means 5%. */
  feePercent: number;
  /** A fee model of specification 2.3, which says who bears the gateway's costs. */
  feeModel: string;
};

/**
 * Who receives a donation, what the service keeps of it, and that the donor pays nothing on top, as sentences.
 * @param tense `before` the donor pays, or `after`
 */
export function writeMoneyPath(
  path: MoneyPath,
  { t, formatLocale, tense }: { t: Translate; formatLocale: string; tense: 'before' | 'after' },
): string[] {
  const { receiver } = path;
  return [
    receiver === null
      ? t(`trust.${tense}.goesTo`)
      : // The full stop of “S.A.” is the sentence's too, which ends with the name.
        t(`trust.${tense}.goesThrough`, { receiver: receiver.replace(/\.$/, '') }),
    t(`trust.${tense}.${keptOf(path)}`, {
      percent: writePercent(path.feePercent, formatLocale),
      service: path.service ?? t('trust.service'),
    }),
  ];
}

/** Who keeps something: the service, the gateway, both or nobody. Of an unknown fee model nothing is assumed. */
function keptOf({ feePercent, feeModel }: MoneyPath) {
  const bearsCosts = feeModel === 'plus_gateway_costs';
  if (feePercent > 0) return bearsCosts ? 'commissionAndCosts' : 'commission';
  return feeModel === 'all_inclusive' ? 'nothing' : 'costs';
}

/** A percentage with the decimals that it has, six at most. 5 is 5%. */
export function writePercent(feePercent: number, formatLocale: string): string {
  const format = numberFormat(formatLocale, { style: 'percent', maximumFractionDigits: 6 });
  // One kind of no-break space, because server and browser differ.
  return format.format(feePercent / 100).replace(/[\u00a0\u202f]/g, '\u00a0');
}
