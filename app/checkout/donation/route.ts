import { pageAction } from '#lib/http/page-action.ts';
import { SECRET_SECONDS, secretCookie } from '#lib/payments/donor-browser.ts';
import { donationInput, saveDonation } from '#lib/payments/save-donation.ts';

export const POST = pageAction(donationInput, async (input, now, _address, browser) => {
  const cookie = secretCookie(input.ref);
  const { saved, secret } = await saveDonation(input, now, browser.cookie(cookie));
  if (secret !== undefined) browser.keep(cookie, secret, SECRET_SECONDS);
  return saved;
});
