/** A Mercado Pago site is a country: MCO is Colombia, MLM is Mexico. */
export type Site = 'MCO' | 'MLM';

/** The differences between the two countries. Fees are a plausible tariff, not a contract. */
export type SiteFacts = {
  currency: 'COP' | 'MXN';
  locale: string;
  /** Decimals of an amount. */
  decimals: number;
  collectorId: number;
  merchant: string;
  /** Share of the amount that Mercado Pago keeps, plus a fixed part in major units, before tax. */
  feeShare: number;
  feeFixed: number;
  feeTax: number;
};

const SITES: Record<Site, SiteFacts> = {
  MCO: {
    currency: 'COP',
    locale: 'es-CO',
    decimals: 0,
    collectorId: 1_480_110_057,
    merchant: 'Causas Colombia',
    feeShare: 0.0299,
    feeFixed: 900,
    feeTax: 0.19,
  },
  MLM: {
    currency: 'MXN',
    locale: 'es-MX',
    decimals: 2,
    collectorId: 1_480_110_052,
    merchant: 'Causas México',
    feeShare: 0.0349,
    feeFixed: 4,
    feeTax: 0.16,
  },
};

/** Facts of a site. */
export function factsOf(site: Site): SiteFacts {
  return SITES[site];
}

/**
 * Mercado Pago's fee for an approved payment.
 * @param amount major units. Returns major units, rounded to the currency's decimals, never above the amount.
 */
export function feeOf(site: Site, amount: number): number {
  const facts = SITES[site];
  const fee = (amount * facts.feeShare + facts.feeFixed) * (1 + facts.feeTax);
  return Math.min(roundTo(fee, facts.decimals), amount);
}

/** Rounds major units to a number of decimals, so that sums of hundredths stay exact. */
export function roundTo(amount: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(amount * scale) / scale;
}
