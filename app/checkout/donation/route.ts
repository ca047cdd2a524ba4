import { pageAction } from '#lib/http/page-action.ts';
import { donationInput, saveDonation } from '#lib/payments/save-donation.ts';
import { CLAIM_SECONDS, claimCookie, claimOn } from '#lib/receipts/claim.ts';

export const POST = pageAction(donationInput, async (input, now, _address, browser) => {
  const saved = await saveDonation(input, now);
  if (saved.held) return saved;
  const claim = await claimOn(input.ref);
  if (claim !== null) browser.keep(claimCookie(input.ref), claim, CLAIM_SECONDS);
  return saved;
});
