import type { PaymentMethod } from '#lib/payments/views/checkout-view.ts';
import type { Details } from './check-details.ts';

/** What a donor chose and typed for a link. */
type KeptChoices = { method: PaymentMethod | null; details: Details };

const keyOf = (linkId: string) => `choices:${linkId}`;

/** Stores it in this tab until the link has ended, so that a reload, a way back or another language does not ask again. */
export function keepChoices(linkId: string, choices: KeptChoices): void {
  try {
    sessionStorage.setItem(keyOf(linkId), JSON.stringify(choices));
  } catch {
    // Without storage, the donor types it again.
  }
}

/** What is stored; null where there is nothing, or nothing that can be read. */
export function readChoices(linkId: string): KeptChoices | null {
  try {
    const { method, details } = JSON.parse(sessionStorage.getItem(keyOf(linkId)) ?? '') as Partial<KeptChoices>;
    if (typeof details?.name !== 'string' || typeof details.email !== 'string') return null;
    const { name, email, anonymous, message } = details;
    return {
      method: method ?? null,
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
