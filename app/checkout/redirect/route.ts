import { pageAction } from '#lib/http/page-action.ts';
import { redirectInput } from '#lib/payments/attempts/redirect-request.ts';
import { startRedirect } from '#lib/payments/attempts/start-redirect.ts';
import { secretOf } from '#lib/payments/donor-browser.ts';

/** Starts a bank transfer or wallet payment, or resumes one. Answers the gateway's page for the donor. */
export const POST = pageAction(redirectInput, (request, _now, address, browser) =>
  startRedirect(request, address, secretOf(browser, request.ref)),
);
