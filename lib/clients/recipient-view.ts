import type { MoneyPath } from '#lib/i18n/write-money-path.ts';

/** What donors are shown of who receives their money, and where its terms and its contact are. */
export type RecipientView = MoneyPath & {
  termsUrl: string | null;
  privacyUrl: string | null;
  supportEmail: string | null;
};

/** What a receipt says of who issued it, and of taxes. */
export type IssuerView = {
  legalName: string | null;
  taxId: string | null;
  /** Null where the receipt says nothing of it. */
  deductible: 'yes' | 'no' | null;
  /** The issuer's own words in place of the sentence for `deductible`. */
  deductibleNote: string | null;
};
