import { pageAction } from '#lib/http/page-action.ts';
import { redirectInput } from '#lib/payments/attempts/redirect-request.ts';
import { startRedirect } from '#lib/payments/attempts/start-redirect.ts';
import { secretOf } from '#lib/payments/donor-browser.ts';

export const POST = pageAction(redirectInput, (request, _now, address, browser) =>
  startRedirect(request, address, secretOf(browser, request.ref)),
);
