import { pageAction } from '#lib/http/page-action.ts';
import { isLocale } from '#lib/i18n/locales.ts';
import { readerOf, tagOf } from '#lib/i18n/reader.ts';
import { donationInput, saveDonation } from '#lib/payments/attempts/save-donation.ts';
import { SECRET_SECONDS, secretCookie } from '#lib/payments/donor-browser.ts';

export const POST = pageAction(donationInput, async (input, now, _address, browser) => {
  const cookie = secretCookie(input.ref);
  // The page sends its language. With the donor's place, their mails write money as the page did.
  const locale = isLocale(input.locale)
    ? tagOf(readerOf(input.locale, browser.acceptLanguage))
    : input.locale;
  const donation = locale === undefined ? input : { ...input, locale };
  const { saved, secret } = await saveDonation(donation, now, browser.cookie(cookie));
  if (secret !== undefined) browser.keep(cookie, secret, SECRET_SECONDS);
  return saved;
});
