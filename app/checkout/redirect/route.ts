import { pageAction } from '#lib/http/page-action.ts';
import { redirectInput, startRedirect } from '#lib/payments/start-redirect.ts';

export const POST = pageAction(redirectInput, startRedirect);
