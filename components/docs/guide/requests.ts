import type { GuideFacts, Section } from './section.ts';

/** How a request is made and answered. */
export function requestSections({ permissions }: GuideFacts): Section[] {
  return [authentication(permissions), REQUESTS, IDEMPOTENCY, ERRORS];
}

function authentication(permissions: GuideFacts['permissions']): Section {
  return {
    id: 'authentication',
    title: 'Authentication',
    blocks: [
      'Every endpoint asks for an API key, except the two that the hosted page itself uses. Send it as `X-API-Key: KEY` or as `Authorization: Bearer KEY`. If you send both, they must be the same key.',
      {
        list: [
          'Keys begin with `cause_live_`. They are issued to you by us, shown once, and stored only as a hash: a lost key is replaced, not recovered.',
          'A revoked key stops working at once.',
          'A key can be bound to addresses (single ones or CIDR ranges). A request from elsewhere is `403 forbidden`. What counts is the address your connection comes from; headers such as `X-Forwarded-For` that you send are ignored.',
          'Keep keys on your servers. Never put one in a query string or in code that reaches a browser.',
        ],
      },
      'A key reaches only what its permissions allow:',
      {
        table: {
          head: ['Permission', 'Grants'],
          rows: permissions.map(({ name, grants }) => [`\`${name}\``, grants]),
        },
      },
      'A missing, unknown or revoked key is `401` [`unauthorized`](/docs/errors/unauthorized). A valid key without the permission is `403` [`forbidden`](/docs/errors/forbidden).',
    ],
  };
}

const REQUESTS: Section = {
  id: 'requests',
  title: 'Requests and answers',
  blocks: [
    {
      list: [
        'Bodies are JSON in UTF-8, sent as `Content-Type: application/json`. Another media type is `415`; an empty body is `400`, and so is one over its [limit](#limits).',
        'Fields we do not know are ignored when you create a cause or a link. Only the payment-intent endpoint refuses them.',
        'No object has a member twice: that is `400`, naming the member.',
        'Leave optional fields out. `null` is `400`, and in our answers too a field that has no value is absent, never `null`.',
        'Lengths are counted in characters (Unicode code points), not bytes. The character U+0000 and broken surrogates are `400`.',
        'Amounts are written as plain integers. `50.0` and `5e1` are refused although their value is whole.',
        'Email addresses need one `@` and a dot in the domain, no spaces, at most 254 characters. International addresses such as `josé@example.org` are fine.',
        'Your addresses (`success_url`, `cancel_url`, `callback_url`, `cover_image_url`) are absolute `https://` addresses without user name or password, backslash or broken percent-encoding. They are used exactly as you sent them; nothing is appended.',
      ],
    },
    'A request is checked in this order, and the first thing wrong is what you are told: key, address, permission, rate limit, media type, body, idempotency key, fields. Nothing of a body is read before the rate limit has let the request through: with `Expect: 100-continue` you need not send one that would be refused.',
    { subheading: 'Headers of our answers', id: 'answer-headers' },
    {
      table: {
        head: ['Header', 'Meaning'],
        rows: [
          [
            '`X-Request-Id`',
            'On every answer. It is in our log too: quote it when you ask us about a request.',
          ],
          ['`Cache-Control`', '`private, no-store` on answers to a key, `no-store` on all others.'],
          [
            '`ETag`',
            'On reads of a checkout link. Send it back as `If-None-Match`, and an unchanged link is answered `304` without a body.',
          ],
          ['`Idempotent-Replayed`', '`true` when the answer is the recorded one of an earlier request.'],
          ['`RateLimit-Policy`, `RateLimit`', 'Where you stand, see [rate limits](#rate-limits).'],
          ['`Retry-After`', 'Whole seconds to wait, on `429`, on `503` and while a request is in progress.'],
        ],
      },
    },
    'A path that does not exist is `404` [`not_found`](/docs/errors/not_found). A path that exists but does not take your method is `405` with the same code and an `Allow` header. Neither needs a key.',
    'What is no well-formed HTTP is answered with a problem document too: `431` where the headers are larger than 16 KiB, `417` for an `Expect` other than `100-continue`, `408` where the headers did not arrive within 20 seconds or all of the request within 60, else `400`, all with the code [`validation_failed`](/docs/errors/validation_failed).',
  ],
};

const IDEMPOTENCY: Section = {
  id: 'idempotency',
  title: 'Idempotency',
  blocks: [
    'Send an `Idempotency-Key` of 1 to 255 characters with a POST, and you can repeat the request after a timeout without creating anything twice. Keys are yours alone: another client can use the same text. On GET the header is ignored.',
    {
      steps: [
        'The first request with a key is processed, and its answer (status and body) is recorded.',
        'The same key with the same body within 24 hours is answered with the recorded answer. Nothing is created again.',
        'The same key with another body is [`idempotency_key_reused`](/docs/errors/idempotency_key_reused) (`422`).',
        'The same key while the first request is still running is `409` [`idempotency_key_in_progress`](/docs/errors/idempotency_key_in_progress). Retry after a second with the same key.',
        'Errors are replayed as well. A corrected body needs a new key.',
        'After 24 hours the key is forgotten and starts afresh.',
      ],
    },
    { subheading: 'In detail', id: 'idempotency-details' },
    {
      list: [
        'Two bodies are the same when they are equal as JSON: the order of keys and white space do not matter. The same key on another path is `idempotency_key_reused`.',
        'Recorded is every answer from the checking of fields on: `2xx`, `400`, `404`, `409`, `422`, and `403` for a fee you may not set.',
        'Not recorded are `401`, `403` for a missing permission or address, `415`, `429` and every `5xx`: nothing was done, and the same key may be used again.',
        'A crash on our side cannot leave half a creation behind: the resource and the recorded answer are stored together or not at all.',
        'On payment intents the key belongs to the link. A replay returns the same intent; its client secret is read anew and never stored.',
      ],
    },
  ],
};

const ERRORS: Section = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    'Every error is a problem document (RFC 9457) of type `application/problem+json`. **Branch on `code`**, never on `title`, `detail` or the status alone. Its `type` is the address of the page that explains the code; [all codes](/docs/errors) are listed there.',
    {
      code: `{
  "type": "https://…/docs/errors/validation_failed",
  "title": "The request is not valid",
  "status": 400,
  "detail": "Not valid: amount.",
  "code": "validation_failed",
  "instance": "/v1/checkout_links",
  "errors": [
    {"field": "amount", "message": "must be at least 1"}
  ]
}`,
      language: 'json',
      label: 'A problem document',
    },
    {
      list: [
        '`errors` is present on `validation_failed` and never empty. `field` is the dotted name of a field, the name of a header, or `""` for the body as a whole.',
        '`status_detail` is present on `checkout_link_not_payable`: `completed`, `expired` or `cancelled`.',
        '`internal_error` is `500` for a fault of ours. It is `503` with `Retry-After` when our database or a payment gateway cannot be reached; nothing was lost, and the same request can be repeated.',
        'A resource of another client is answered exactly like one that does not exist.',
      ],
    },
  ],
};
