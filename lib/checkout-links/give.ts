import { findCauseAt } from '#lib/causes/find.ts';
import { acceptance } from '#lib/causes/states.ts';
import { SERVICE_CLIENT_ID } from '#lib/clients/service-client.ts';
import { db } from '#lib/db.ts';
import { formattingLocale, type Locale } from '#lib/i18n/locales.ts';
import { type AmountFault, parseAmount } from '#lib/i18n/parse-amount.ts';
import type { Currency } from '#lib/money.ts';
import { mintLink } from './mint.ts';

/** What the form on a page of a cause sends: a preset in whole major units, or `other` and what was typed. */
export type GiftForm = { choice: string; amount: string; locale: Locale };

export type Gift =
  | { kind: 'minted'; linkId: string }
  | { kind: 'refused'; fault: AmountFault | 'not_collecting' }
  /** No page that the public may see is at this address. */
  | { kind: 'missing' };

/**
 * Mints a link for a donor who gives from the page of a cause: the client is the service itself, the fee is the cause's, and
 * nothing of a partner is on it. A typed amount is read as the checkout reads it, in the way the page's locale writes numbers.
 */
export async function mintGift(address: string, form: GiftForm, now: Date): Promise<Gift> {
  const cause = await findCauseAt(db(), address);
  if (!cause) return { kind: 'missing' };
  const parsed = parseAmount(
    form.choice === 'other' ? form.amount : form.choice,
    formattingLocale(form.locale, cause.country),
  );
  if (!parsed.ok) return { kind: 'refused', fault: parsed.fault };
  if (acceptance(cause, now) !== 'accepting') return { kind: 'refused', fault: 'not_collecting' };
  const link = await mintLink(
    { clientId: SERVICE_CLIENT_ID },
    { cause: cause.key, amount: parsed.amount, currency: cause.currency as Currency },
    now,
  );
  return { kind: 'minted', linkId: link.id };
}
