/** One row per error code of specification 7. The enum, the responses and the documentation pages derive from it. */
export const PROBLEMS = {
  unauthorized: {
    status: 401,
    title: 'Missing or invalid API key',
    meaning: 'The request has no API key, two different keys, or a key that is unknown or revoked.',
    fix: 'Send your key in the X-API-Key header, or as Authorization: Bearer. Never send it in a query string. A key that another one has replaced no longer works, and one that waits for approval does not yet.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed for this key',
    meaning: 'The key is valid but lacks the permission, or the request came from an address outside its allowlist.',
    fix: 'Ask for a key with the permission named in the detail, or call from an allowed address.',
  },
  insufficient_permissions: {
    status: 403,
    title: 'Insufficient permissions',
    meaning: 'Reserved. Version 1 answers `forbidden` in its place.',
    fix: 'Treat it like `forbidden`.',
  },
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'A field, a header or the body is invalid. `errors` names each error.',
    fix: 'Correct the fields named in `errors`. With an Idempotency-Key, use a new key for the corrected body. After a 408, send the same request again.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body was not sent as application/json.',
    fix: 'Send Content-Type: application/json with a UTF-8 JSON body that is not compressed.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'This Idempotency-Key was used in the last 24 hours with another body or on another path.',
    fix: 'Use a new key for every new operation; repeat a key only with exactly the same request.',
  },
  idempotency_key_in_progress: {
    status: 409,
    title: 'Request still in progress',
    meaning: 'The first request with this Idempotency-Key has not been answered yet.',
    fix: 'Retry shortly with the same key; the recorded answer will be replayed.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The limit named in RateLimit-Policy is used up. Or too many cards were declined on a link, for a cause or from a network, so that new card payments are paused there.',
    fix: 'Wait for the whole number of seconds in Retry-After, then retry.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'The path does not exist, or does not support this method.',
    fix: 'Check the path and method in the API reference. A 405 lists the supported methods in Allow.',
  },
  cause_not_found: {
    status: 404,
    title: 'Cause not found',
    meaning: 'Your API key cannot see a cause with this key (404 when reading, 422 when minting a link).',
    fix: 'Use the `key` returned when the cause was created.',
  },
  checkout_link_not_found: {
    status: 404,
    title: 'Checkout link not found',
    meaning: 'No checkout link with this id belongs to your account.',
    fix: 'Use the `id` returned when the link was minted.',
  },
  checkout_link_not_payable: {
    status: 409,
    title: 'Checkout link cannot be paid',
    meaning: 'The link is completed, expired or cancelled; `status_detail` says which.',
    fix: 'Mint a new link for another donation.',
  },
  owner_not_found: {
    status: 422,
    title: 'Owner not found',
    meaning: 'No account has the owner’s email, and your key cannot create one.',
    fix: 'Use the email of an existing account, or ask for the creators:provision permission.',
  },
  cause_not_accepting_payments: {
    status: 422,
    title: 'Cause is not accepting payments',
    meaning: 'The cause is not published yet, has stopped collecting, or has no method that collects its currency.',
    fix: 'Publish the cause, or use one that collects.',
  },
  currency_not_supported: {
    status: 422,
    title: 'Currency not supported',
    meaning: 'A link can only be minted in the collection currency of its cause. Nothing is ever converted.',
    fix: 'Send the currency found in `finance_data.currency` of the cause.',
  },
  fee_percent_not_permitted: {
    status: 403,
    title: 'Fee percentage not permitted',
    meaning: '`fee_percent` differs from your agreement and the key lacks causes:set_fee.',
    fix: 'Omit `fee_percent`, or ask for the causes:set_fee permission.',
  },
  fee_model_not_permitted: {
    status: 403,
    title: 'Fee model not permitted',
    meaning: '`fee_model` differs from your agreement and the key lacks causes:set_fee.',
    fix: 'Omit `fee_model`, or ask for the causes:set_fee permission.',
  },
  not_implemented: {
    status: 501,
    title: 'Not implemented',
    meaning: 'This endpoint is only planned. Version 1 reads and stores nothing.',
    fix: 'Do not call it yet. The changelog will announce it.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning: 'An unexpected error (500), or our database or a payment gateway could not be reached (503).',
    fix: 'Retry with the same Idempotency-Key; after a 503 wait for Retry-After. If the error persists, send us the X-Request-Id.',
  },
} as const satisfies Record<string, ProblemRow>;

type ProblemRow = { status: number; title: string; meaning: string; fix: string };

/** A stable machine-readable error code (specification 7). */
export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The path of the page that documents a code: the end of every problem's `type`. */
export function problemPath(code: ProblemCode): string {
  return `/docs/errors/${code}`;
}
