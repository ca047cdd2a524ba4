import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import type { Details } from './check-details.ts';

/** What a donor chose and typed for a link. The amount, in whole major units, is null where none could be paid. */
export type StoredChoices = { method: PaymentMethod | null; details: Details; amount: number | null };

const keyOf = (linkId: string) => `choices:${linkId}`;

/** Stores it in this tab until the link has ended, so that a reload, a way back or another language does not ask again. */
export function storeChoices(linkId: string, choices: StoredChoices): void {
  try {
    sessionStorage.setItem(keyOf(linkId), JSON.stringify(choices));
  } catch {
    // Without storage, the donor types it again.
  }
}

/** What is stored; null where there is nothing, or nothing that can be read. */
export function readChoices(linkId: string): StoredChoices | null {
  try {
    const { method, details, amount } = JSON.parse(
      sessionStorage.getItem(keyOf(linkId)) ?? '',
    ) as Partial<StoredChoices>;
    if (typeof details?.name !== 'string' || typeof details.email !== 'string') return null;
    const { name, email, anonymous, message } = details;
    return {
      method: method ?? null,
      amount: typeof amount === 'number' ? amount : null,
      details: { name, email, anonymous: anonymous === true, message: message ?? '' },
    };
  } catch {
    return null;
  }
}

/** Deletes it. */
export function forgetChoices(linkId: string): void {
  try {
    sessionStorage.removeItem(keyOf(linkId));
  } catch {
    // Without storage there is nothing to delete.
  }
}
