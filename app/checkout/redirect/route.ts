import { pageAction } from '#lib/http/page-action.ts';
import { secretCookie } from '#lib/payments/donor-browser.ts';
import { redirectInput, startRedirect } from '#lib/payments/start-redirect.ts';

export const POST = pageAction(redirectInput, (wish, _now, address, browser) =>
  startRedirect(wish, address, browser.cookie(secretCookie(wish.ref))),
);
