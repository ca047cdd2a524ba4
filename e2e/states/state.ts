import type { BrowserContext, Page } from '@playwright/test';
import type { Donor } from '#sdk/src/testing/donor.ts';
import type { Away } from '#sdk/src/testing/redirects.ts';
import type { Instance } from '#testing/instance.ts';
import type { Emulator } from '../support/emulator.ts';
import type { Link, LinkInput, Partner } from '../support/partner.ts';

export const LANGUAGES = ['en', 'es', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Country = 'US' | 'CO' | 'MX' | 'BR';

/** What reaching a state needs: a service, its emulators, and a browser. */
export type Stage = {
  instance: Instance;
  partner: Partner;
  emulator: Emulator;
  /** Mints a link; by default USD 50 for a cause in the United States. */
  link: (input?: LinkInput & { country?: Country }) => Promise<Link>;
  page: Page;
  context: BrowserContext;
  donor: Donor;
  away: Away;
};

/** A screen of the product, and how to reach it. */
export type State = {
  name: string;
  /**
   * Prepares the data so that the returned address shows the screen, or leads to it. The browser's language is English
   * meanwhile.
   */
  prepare: (stage: Stage) => Promise<string>;
  /**
   * What a donor does at that address, in any language. Without it the server alone decides what the address shows: the
   * screen survives a reload.
   */
  act?: (stage: Stage) => Promise<void>;
  /** The beginning of a text that only this screen shows, for each language. */
  shows: Readonly<Record<Language, string>>;
  /** `act` uses up what was prepared: prepare again for each language. */
  isUsedUp?: true;
  /** The screen changes while it is open, so a live region has to announce it. */
  changes?: true;
  /** Shown with JavaScript switched off. The accessibility scanner needs JavaScript. */
  withoutScripts?: true;
  /** Shows what the whole service holds, so it is looked at on a service in which nothing happened before. */
  ownService?: true;
  /** Texts of partners and people on the screen: the same in every language. */
  names?: readonly string[];
};

/** The three texts of `shows`. */
export function inEachLanguage(en: string, es: string, pt: string): State['shows'] {
  return { en, es, pt };
}

/** The checkout's page after a bank or wallet returned the donor. */
export function returnTo(link: Link): string {
  return new URL(`/checkout/return?ref=${link.id}`, link.url).href;
}
