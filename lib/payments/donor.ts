import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';

type Donor = Pick<Payment, 'donorName' | 'donorEmail' | 'donorAnonymous' | 'donorLocale' | 'browserHash'>;

/** Whose payment an attempt on a link is: what the donor chose; where nothing was chosen, what was minted (decisions.md 49). */
export function donorOf(link: CheckoutLink): Donor {
  return {
    donorName: link.donorName || null,
    donorEmail: (link.donorEmail ?? link.email) || null,
    donorAnonymous: link.donorAnonymous ?? link.anonymous ?? false,
    donorLocale: link.donorLocale,
    browserHash: link.browserHash,
  };
}

/** Whose a payment is that a link was paid with. An attempt of before attempts named their donor is its link's. */
export function payerOf(attempt: Payment, link: CheckoutLink): Donor {
  if (attempt.donorAnonymous === null) return donorOf(link);
  const { donorName, donorEmail, donorAnonymous, donorLocale, browserHash } = attempt;
  return { donorName, donorEmail, donorAnonymous, donorLocale, browserHash };
}
