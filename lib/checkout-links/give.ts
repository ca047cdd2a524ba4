import { findCauseAt } from '#lib/causes/find.ts';
import { acceptance } from '#lib/causes/states.ts';
import type { Currency } from '#lib/currencies.ts';
import { db } from '#lib/db.ts';
import { amountWords } from '#lib/i18n/amount-words.ts';
import { type AmountParseError, parseAmount, withinBounds } from '#lib/i18n/parse-amount.ts';
import { moneyStyle, type Reader } from '#lib/i18n/reader.ts';
import { SERVICE_CLIENT_ID } from '#lib/service-client.ts';
import { mintLink } from './mint.ts';

/** The form of a cause's page: a preset in whole major units, or `other` with the typed amount. */
export type GiftInput = Reader & { choice: string; amount: string };

/** The smallest and the largest amount that can be donated to a cause now, in whole major units; null where that is not known. */
type BoundsOf = (cause: { country: string; currency: string }) => Promise<{ min: number; max: number } | null>;

type Gift =
  | { kind: 'minted'; linkId: string }
  | { kind: 'refused'; error: AmountParseError | 'not_collecting' }
  /** No public page has this address. */
  | { kind: 'missing' };

/**
 * Mints a link for a donor who gives from the page of a cause: the client is the service itself, the fee is the cause's, and
 * nothing of a partner is on it. A typed amount is read as the checkout reads it, in the way the page writes numbers.
 */
export async function mintGift(
  address: string,
  form: GiftInput,
  now: Date,
  boundsOf: BoundsOf = async () => null,
): Promise<Gift> {
  const cause = await findCauseAt(db(), address);
  if (!cause) return { kind: 'missing' };
  const parsed = parseAmount(
    form.choice === 'other' ? form.amount : form.choice,
    moneyStyle(form, cause.country).formatLocale,
    amountWords(cause.currency),
  );
  if (!parsed.ok && parsed.error !== 'magnitude') return { kind: 'refused', error: parsed.error };
  if (acceptance(cause, now) !== 'accepting') return { kind: 'refused', error: 'not_collecting' };
  const bounds = await boundsOf(cause);
  const held = bounds ? withinBounds(parsed, bounds) : parsed;
  if (!held.ok) return { kind: 'refused', error: held.error };
  const link = await mintLink(
    { clientId: SERVICE_CLIENT_ID },
    { cause: cause.key, amount: held.amount, currency: cause.currency as Currency },
    now,
  );
  return { kind: 'minted', linkId: link.id };
}
