import { canonicalEmail } from '#lib/email-key.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';

type Donor = Pick<
  Payment,
  'donorName' | 'donorEmail' | 'donorAnonymous' | 'donorMessage' | 'donorLocale' | 'donorTimeZone' | 'browserHash'
>;

/** The donor of an attempt on a link: their choices, else the minted values (ruling 49). */
export function donorOf(link: CheckoutLink): Donor {
  const isAnonymous = link.donorAnonymous ?? link.anonymous ?? false;
  return {
    donorName: link.donorName || null,
    // One spelling, so that the database counts and finds donors by it.
    donorEmail: canonicalEmail(link.donorEmail ?? link.email ?? '') || null,
    donorAnonymous: isAnonymous,
    // It is shown beside the name, so it is not kept where no name is shown.
    donorMessage: (!isAnonymous && link.donorMessage) || null,
    donorLocale: link.donorLocale,
    donorTimeZone: link.donorTimeZone,
    browserHash: link.browserHash,
  };
}

/** The donor of an attempt, for another payment of the same attempt. */
export function payerOf(attempt: Payment): Donor {
  const { donorName, donorEmail, donorAnonymous, donorMessage, donorLocale, donorTimeZone, browserHash } = attempt;
  return { donorName, donorEmail, donorAnonymous, donorMessage, donorLocale, donorTimeZone, browserHash };
}
