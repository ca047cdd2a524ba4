import { pageAction } from '#lib/http/page-action.ts';
import { isLocale } from '#lib/i18n/locales.ts';
import { readerOf, tagOf } from '#lib/i18n/reader.ts';
import { donationInput, saveDonation } from '#lib/payments/attempts/save-donation.ts';
import { DONOR_COOKIE, DONOR_HEADER, SECRET_SECONDS, secretOf, storedSecret } from '#lib/payments/donor-browser.ts';

/** Stores a donor's choices on the link before they pay, and gives their browser its secret. */
export const POST = pageAction(donationInput, async (input, now, _address, browser) => {
  // The page sends its language. With the donor's place, their mails write money as the page did.
  const locale = isLocale(input.locale) ? tagOf(readerOf(input.locale, browser.acceptLanguage)) : input.locale;
  const donation = locale === undefined ? input : { ...input, locale };
  const { kept, secret: own } = storedSecret(browser, input.ref);
  const { saved, secret } = await saveDonation(donation, now, secretOf(browser, input.ref), own);
  if (secret !== undefined) {
    browser.keep(DONOR_COOKIE, kept, SECRET_SECONDS);
    browser.tell(DONOR_HEADER, secret);
  }
  return saved;
});
