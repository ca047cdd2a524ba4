import { HTTPS_URL_RULE } from '#lib/fields.ts';
import type { ProblemCode } from './catalogue.ts';

type Example = {
  detail: string;
  instance: string;
  errors?: { field: string; message: string }[];
  status_detail?: string;
};

const LINKS = '/v1/checkout_links';
const LINK = '/v1/checkout_links/chl_4fJqW2mZr8TnK0xYbVd3LsPa';
const CAUSES = '/v1/causes';

/** An example of each code, as the service writes it. */
export const PROBLEM_EXAMPLES: Readonly<Record<ProblemCode, Example>> = {
  unauthorized: {
    detail: 'Send a valid API key in the X-API-Key header or as Authorization: Bearer.',
    instance: LINKS,
  },
  forbidden: { detail: 'This key lacks the permission checkout_links:write.', instance: LINKS },
  insufficient_permissions: { detail: 'This key lacks a permission.', instance: LINKS },
  validation_failed: {
    detail: 'Not valid: amount, success_url.',
    instance: LINKS,
    errors: [
      { field: 'amount', message: 'must be at least 1' },
      { field: 'success_url', message: HTTPS_URL_RULE },
    ],
  },
  unsupported_media_type: { detail: 'Send the body as application/json.', instance: LINKS },
  idempotency_key_reused: {
    detail: 'This Idempotency-Key was used with another body or on another path.',
    instance: LINKS,
  },
  idempotency_key_in_progress: {
    detail: 'The first request with this Idempotency-Key is being processed.',
    instance: LINKS,
  },
  rate_limit_exceeded: {
    detail: 'The limit is 300 requests in 10 seconds.',
    instance: `${LINK}/payment_intent`,
  },
  not_found: { detail: 'There is nothing at this path.', instance: '/v1/donations' },
  cause_not_found: {
    detail: 'No cause has this key.',
    instance: '/v1/causes/a-roof-for-the-school-x1y2z3w4',
  },
  checkout_link_not_found: { detail: 'No checkout link has this id.', instance: LINK },
  checkout_link_not_payable: {
    detail: 'This checkout link is expired.',
    instance: `${LINK}/payment_intent`,
    status_detail: 'expired',
  },
  owner_not_found: {
    detail: 'No account has this owner email, and this key may not create one.',
    instance: CAUSES,
  },
  cause_not_accepting_payments: {
    detail: 'This cause cannot currently receive contributions.',
    instance: LINKS,
  },
  currency_not_supported: { detail: 'This cause collects in COP, not in USD.', instance: LINKS },
  fee_percent_not_permitted: { detail: 'This key may not set a fee_percent other than 5.', instance: CAUSES },
  fee_model_not_permitted: {
    detail: 'This key may not set a fee_model other than plus_gateway_costs.',
    instance: CAUSES,
  },
  not_implemented: {
    detail: 'This endpoint is published as an intention only.',
    instance: '/v1/providers',
  },
  internal_error: {
    detail: 'An unexpected error happened. It has been logged under the X-Request-Id.',
    instance: LINKS,
  },
};
