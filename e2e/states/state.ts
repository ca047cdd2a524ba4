import type { BrowserContext, Page } from '@playwright/test';
import type { Instance } from '../../scripts/testing/instance.ts';
import type { Donor } from '../support/donor.ts';
import type { Emulator } from '../support/emulator.ts';
import type { Away } from '../support/local-rails.ts';
import type { Link, LinkWish, Partner } from '../support/partner.ts';

export const LANGUAGES = ['en', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Country = 'US' | 'CO' | 'MX' | 'BR';

/** What a state is reached with: a service, its emulators, and a browser. */
export type Stage = {
  instance: Instance;
  partner: Partner;
  emulator: Emulator;
  /** Mints a link; USD 50 for a cause in the United States unless told otherwise. */
  link: (wish?: LinkWish & { country?: Country }) => Promise<Link>;
  page: Page;
  context: BrowserContext;
  donor: Donor;
  away: Away;
};

/** A screen that somebody can meet, and how to get there. */
export type State = {
  name: string;
  /** Arranges the world so that an address shows the screen, or leads to it. The browser speaks English meanwhile. */
  prepare: (stage: Stage) => Promise<string>;
  /**
   * What a donor does at that address, in whatever language it speaks. Without it the server alone decides what the
   * address shows: the screen survives a reload.
   */
  act?: (stage: Stage) => Promise<void>;
  /** The beginning of a text that only this screen shows, language by language. */
  shows: Readonly<Record<Language, string>>;
  /** Acting uses up what was prepared: it is prepared anew for each language. */
  isUsedUp?: true;
  /** Things change while one looks at it: a region of the page has to tell so. */
  changes?: true;
  /** Seen with JavaScript switched off. What examines a page for barriers is itself a script. */
  withoutScripts?: true;
  /** Words of partners and people on the screen: the same in every language. */
  names?: readonly string[];
};

/** The three texts of `shows`. */
export function said(en: string, es: string, pt: string): State['shows'] {
  return { en, es, pt };
}

/** The page that tells what became of a payment, after a bank or wallet took the donor away. */
export function returnTo(link: Link): string {
  return new URL(`/checkout/return?ref=${link.id}`, link.url).href;
}
