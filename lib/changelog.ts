/** A dated notice to partners. `anchor` is the target of Deprecation and Sunset headers; it never changes. */
export type ChangelogEntry = {
  anchor: string;
  /** The day in UTC, as `2026-11-21`. */
  date: string;
  kind: 'released' | 'changed' | 'deprecated' | 'sunset';
  title: string;
  /** The changes for a partner, one sentence each; `code` between backticks. */
  what: readonly string[];
};

/** Every notice, newest first (specification 9.5). */
export const CHANGELOG: readonly ChangelogEntry[] = [
  {
    anchor: '2026-11-30-sdk-1-1-3',
    date: '2026-11-30',
    kind: 'released',
    title: 'Version 1.1.3 of the SDK',
    what: [
      '`waitUntilCompleted` goes on for up to five minutes after what a proxy answers in our place: a page, a redirect, or JSON that isn’t ours. Some of these ended it at once, and JSON of a proxy passed for a link that ended.',
      'A `Retry-After` is followed while it waits, too, and also where a proxy writes a date. Errors have it as `retryAfter`, in seconds.',
      'An error in a proxy’s own JSON is a `PartnerConnectionError`, no longer a `PartnerApiError` with the proxy’s words.',
      'No answer is taken from a cache. Next.js 14 answered every later read of a link with the first one.',
      'A `baseUrl` with a user and password, or one that no URL can have, is refused by `createClient`. Its error showed the password.',
      'The example shop goes on after an outage. It ended, and an order could say that nothing was charged.',
    ],
  },
  {
    anchor: '2026-11-29-loops-that-go-on',
    date: '2026-11-29',
    kind: 'changed',
    title: 'Poll loops that go on, and errors in their order',
    what: [
      'The poll loops of the guide go on after `408`, after every `5xx`, and after what a proxy answers in our place. If you have copied one, please copy it again.',
      'A request whose body can’t be read is refused for that, also if its `Idempotency-Key` is empty or too long. The error named the header.',
      'Where a `validation_failed` has more errors than the 100 that it names, `detail` says how many.',
      'The collection for Postman and Bruno has a variable `ownerEmail`: set it to the email of an account.',
      'Documents, pages and scripts are not sent with a compression that `Accept-Encoding` refuses, such as `gzip;q=0`.',
    ],
  },
  {
    anchor: '2026-11-29-answers-with-bank-details',
    date: '2026-11-29',
    kind: 'changed',
    title: 'Donors send their bank details to us, not to you',
    what: [
      'Replies to our emails about money that we are holding for a donor, or sent them by bank transfer, come to us, and no longer to your support address: donors write their bank account in them. All other emails to donors still name your address.',
    ],
  },
  {
    anchor: '2026-11-29-timestamps',
    date: '2026-11-29',
    kind: 'changed',
    title: 'Timestamps with an offset of whole hours',
    what: [
      '`terms_accepted_at` can end with an offset such as `-05`, as PostgreSQL writes it. It was a `400`.',
      'The email about a key that replaces another says until when the old one works. Where the new key waits for approval, the old one works on until then, and a second email says when it stops.',
    ],
  },
  {
    anchor: '2026-11-29-empty-names',
    date: '2026-11-29',
    kind: 'changed',
    title: 'A member with an empty name is named',
    what: [
      'Where a member with an empty name is refused, the `field` of its error is two quotation marks (`""`). It was empty, as if the whole body were meant.',
      'The poll loop for a shell outlasts `429`, `503` and lost answers, and does not take a text in the metadata for the status.',
    ],
  },
  {
    anchor: '2026-11-29-compressed-bodies',
    date: '2026-11-29',
    kind: 'changed',
    title: 'Compressed bodies and blank names are refused',
    what: [
      'A body with a `Content-Encoding` other than `identity` is `415 unsupported_media_type`. It was a `400` about UTF-8.',
      '`owner.name` and `terms_version` need at least one visible character.',
      'The error of a URL names every rule that it can break.',
    ],
  },
  {
    anchor: '2026-11-28-sdk-1-1-2',
    date: '2026-11-28',
    kind: 'released',
    title: 'Version 1.1.2 of the SDK',
    what: [
      'An `idempotencyKey` can have any characters, as at the API: `№ 42` was a `TypeError`, and `ñ` and `Ã±` were one key.',
      'An `apiKey` that cannot be one is refused by `createClient`, with an error that does not show it.',
    ],
  },
  {
    anchor: '2026-11-28-refused-input',
    date: '2026-11-28',
    kind: 'changed',
    title: 'More of what is wrong is refused',
    what: [
      '`terms_accepted_ip` is refused with a zone, such as `fe80::1%eth0`.',
      '`fee_percent` is read as it is written: `20.00000000000000001` is refused, and was 20.',
      'The same `Idempotency-Key` with `50.00000000000000001` and then with `50` is `idempotency_key_reused`, and so are `9007199254740993` and then `9007199254740992` in a field of your own.',
      'A number such as `5.5` in the place of `goal` or `owner` is refused naming that field, no longer its members.',
      'A body above the limit is stored under its `Idempotency-Key` like every other `400`: a corrected body needs a new key.',
      'An empty or too long `Idempotency-Key` of a payment intent is `400` for every link ID, also for one that can’t exist.',
      'A body can have 256 KiB when you create a cause, not 96, and 4 KiB for a payment intent, not 2.',
      'More than 300 requests in 10 seconds from one address with a key that lacks the permission are `429`, as they were with an invalid key. A `403` for a missing permission has the `RateLimit` headers of `failed_auth`.',
      'With a key, endpoints that aren’t implemented yet count against the `client` limit. A `405` counts against `address`, as a `404` of an unknown path does, and has the `RateLimit` headers. Both of these are `no-store`.',
    ],
  },
  {
    anchor: '2026-11-28-sdk-1-1-1',
    date: '2026-11-28',
    kind: 'released',
    title: 'Version 1.1.1 of the SDK',
    what: ['The comments of its types name the new limits of request bodies. It does what version 1.1.0 does.'],
  },
  {
    anchor: '2026-11-28-erased-donors',
    date: '2026-11-28',
    kind: 'changed',
    title: 'Donors can be erased',
    what: [
      'When a donor asks for it, and some years after their last donation, their data is erased. Their links stay as they are, without `email` and without those of your own fields that contain the address. No field is new.',
    ],
  },
  {
    anchor: '2026-11-27-sdk-1-1-0',
    date: '2026-11-27',
    kind: 'released',
    title: 'Version 1.1.0 of the SDK',
    what: [
      'Its test kit can publish a cause that your code has created: `publish(cause)`, as the owner does in the dashboard.',
      'The guide installs the SDK by its version, at an address that never changes.',
    ],
  },
  {
    anchor: '2026-11-27-sdk-1-0-2',
    date: '2026-11-27',
    kind: 'released',
    title: 'Version 1.0.2 of the SDK',
    what: ['The code of `fundraising-partner` is laid out anew. It does what version 1.0.1 does.'],
  },
  {
    anchor: '2026-11-27-receipts-as-their-donor-writes',
    date: '2026-11-27',
    kind: 'changed',
    title: 'Receipts write numbers as their donor does',
    what: [
      'The page, the PDF and the mail of a receipt separate thousands and decimals as in the donor’s country, where their browser told it, and still name the currency. Until now it was as in the cause’s country. No field is new.',
    ],
  },
  {
    anchor: '2026-11-27-two-payments-at-the-end',
    date: '2026-11-27',
    kind: 'changed',
    title: 'Of two payments at the end of a link, the bank transfer counts',
    what: [
      'When a link with a paid bank transfer and a paid card is cancelled or expires, the transfer counts and the card is refunded. Until now it could be either. No field is new.',
    ],
  },
  {
    anchor: '2026-11-27-concurrent-causes-of-a-new-owner',
    date: '2026-11-27',
    kind: 'changed',
    title: 'Causes of one new owner can be created at once',
    what: [
      'Several `POST /v1/causes` for an owner without an account, sent at the same moment with keys of their own, are all answered `201`. Now and then one of them was answered with `idempotency_key_in_progress`.',
    ],
  },
  {
    anchor: '2026-11-26-documents-with-etags',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Documents answer with an ETag',
    what: [
      '`/openapi.json`, `/llms.txt`, the Postman collection and the documentation as Markdown have an `ETag`: send it back as `If-None-Match`, and an unchanged document is a `304`.',
    ],
  },
  {
    anchor: '2026-11-26-every-refund-is-told',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Donors are told of every refund, and anybody can verify a receipt',
    what: [
      'A refund that was made in a gateway’s own dashboard is mailed to the donor as one that we asked for, once it has succeeded, and so is its return. No field is new.',
      'Whoever is shown a receipt can enter its link at `/verify`.',
    ],
  },
  {
    anchor: '2026-11-26-international-addresses',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Email addresses with international domains are one address in either spelling',
    what: [
      'A donor with `ana@bücher.example` and `ana@xn--bcher-kva.example` counts once in `totals.contributors`. An address that you send with a link is still returned as you sent it.',
      'What looks like an international domain and is none, such as `bü!cher.example`, is refused with `validation_failed`.',
    ],
  },
  {
    anchor: '2026-11-26-days-without-a-midnight',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Days begin at their first instant, also where there is no midnight',
    what: [
      'Where clocks skip midnight, as in Santiago once a year, the files, lists, statements and charts of creators counted the last hour of an evening to the next day. It belongs to its own day now.',
      'A closing time that creators leave alone stays as it is, also within an hour that clocks show twice.',
    ],
  },
  {
    anchor: '2026-11-26-pages-count',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Pages and documents count by what they cost',
    what: [
      'Pages, pictures and PDFs count against the `address` limit, a page as 20 requests and a PDF as 100. Calls with a key are not affected.',
    ],
  },
  {
    anchor: '2026-11-26-words-beside-amounts',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Words beside a typed amount are understood or refused',
    what: [
      'A donor who typed `50 mil`, `50k` or `2 millones` could be charged 50 or 2, and one who typed `US$ 50` for a link in `COP` 50 pesos. Neither can happen any more.',
      'The code, the signs and the names of the link’s own currency may stand beside the digits. Another currency is refused, and so is any other word.',
      'A word that multiplies the digits is never charged. The page asks whether its amount was meant, and how to type it in digits.',
      'A space or an apostrophe separates groups of three digits only: `5 50` is refused. All of this holds for goals, withdrawals and refunds in the dashboard, too.',
    ],
  },
  {
    anchor: '2026-11-26-returned-transfers-count-again',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Totals rise again when a bank returns our transfer to a donor',
    what: [
      'When a refund fails, we can send its money to the donor by bank transfer. If the donor’s bank returns that transfer, `totals` of the cause count the donation again until the money is refunded. No field is new, and a link stays `completed`.',
      'The donor gets an email that asks where to send the money, and answers to it go to your support address, if you have one.',
    ],
  },
  {
    anchor: '2026-11-26-masked-instance',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Problem documents do not repeat secrets, and files mark formulas',
    what: [
      '`instance` of a problem document names the path that was called. A key, an email address or a card number in it is masked.',
      'In the files that creators download, text that a spreadsheet would read as a formula begins with an apostrophe, also in the middle of a cell.',
      'While card payments to a cause are paused because of card testing, links that you minted go on, unless the declines came by such links.',
    ],
  },
  {
    anchor: '2026-11-26-your-contact-is-told-of-other-terms',
    date: '2026-11-26',
    kind: 'changed',
    title: 'Your contact is told when your terms change',
    what: [
      'Two people on our team change your commission, your fee model or your contact, and the contact that you had gets an email about it, in the language of your newest cause.',
      'A new contact takes effect a day after that email. Until then your old contact still gets the emails about your keys, and can object by replying.',
    ],
  },
  {
    anchor: '2026-11-25-totals-follow-refunds-that-are-done',
    date: '2026-11-25',
    kind: 'changed',
    title: 'Totals change once a refund has succeeded',
    what: [
      '`totals` of a cause change when a refund has succeeded, with every payment method. A refund of a card payment that was still pending used to change them at once. No field is new, and a link stays `completed`.',
      'Creators cannot withdraw what is being refunded: the dashboard shows it in a line of its own, and their export of payments has a last column `being_refunded_amount`.',
      'Creators can cancel a withdrawal until we start sending it. They then see that it is being sent, and afterwards the day and the bank’s reference.',
    ],
  },
  {
    anchor: '2026-11-25-test-kit-says-why',
    date: '2026-11-25',
    kind: 'changed',
    title: 'The test kit says why a test failed',
    what: [
      'When `mailbox.receiptOf` waits in vain, its error names the mails that were sent: when, to whom, and their subject.',
      'When a test fails, the kit prints the last output of the service that it has started.',
    ],
  },
  {
    anchor: '2026-11-25-collected-has-decimals',
    date: '2026-11-25',
    kind: 'changed',
    title: 'The documents name the unit of collected as it is sent',
    what: [
      '`totals.collected` of a cause is a number in major units, with the decimals of the currency: none in CLP and PYG, at most two in all others. Responses are unchanged: donations are whole, and decimals come from refunds and chargebacks of a part. The README of the SDK called it whole.',
      '`amount` and `amount_paid` of a link stay whole major units.',
      'Version 1.0.1 of `fundraising-partner` says the same in its types and README, and has the test kit of the notice above. Its client is that of 1.0.0.',
    ],
  },
  {
    anchor: '2026-11-23-creators-dashboard',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Creators create causes, find donors and get statements',
    what: [
      'Creators can create a cause of their own in the dashboard. It belongs to this service and not to a partner: your key neither reads it nor mints links for it before it is public. Causes that you create are as before.',
      'Creators and our staff can send a donor the receipt of a donation once more, to the address that the donor left.',
      'Creators have a monthly statement of each cause, and find donations by donor. Anonymous donors are neither shown nor found.',
    ],
  },
  {
    anchor: '2026-11-23-documentation-to-work-with',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Documentation that you can search, try and test with',
    what: [
      'The reference shows every call in curl, with the SDK and in Python, and each field has an anchor. Press `/` to search guide, reference and errors.',
      'New pages say how to test every outcome, how to get a client for your language, and what to check before you go live.',
      'The guide has complete poll loops for Node and Python. All examples work as printed with an ordinary key, and no two share an `Idempotency-Key`.',
      'On test deployments you can send requests from the reference. The key that you type stays in the memory of the tab.',
      'Every page is also Markdown: add `.md` to its address, or start at `/llms.txt`. A collection for Postman and Bruno is at `/docs/postman.json`.',
      'The guide said that withdrawals are arranged with our staff. The owner of a cause requests them in the dashboard.',
    ],
  },
  {
    anchor: '2026-11-23-test-kit',
    date: '2026-11-23',
    kind: 'released',
    title: 'A test kit for your own tests',
    what: [
      '`fundraising-partner/testing` has fixtures for Playwright that mint links, pay them as a donor by card, bank transfer or wallet, and reach 37 named outcomes, from a declined card to a lost webhook. They need a service with emulated gateways on your machine.',
    ],
  },
  {
    anchor: '2026-11-23-sdk',
    date: '2026-11-23',
    kind: 'released',
    title: 'An SDK for TypeScript and JavaScript, served by this service',
    what: [
      'Install `fundraising-partner` from `/sdk/latest.tgz`, or from `/sdk/fundraising-partner-1.0.0.tgz`, which never changes. It runs on Node 20 or newer, Deno and Bun, and has no dependencies.',
      'It creates and reads causes and links, and waits until a link is completed. Calls are repeated safely after failures, under an `Idempotency-Key` of their own, and errors have a typed `code`.',
      '`/openapi.json` names the email address for questions as contact, where the deployment has one.',
    ],
  },
  {
    anchor: '2026-11-23-completed-sooner',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Links are completed sooner where an event of a gateway is lost',
    what: [
      'A link whose donor has paid and left is `completed` within some seconds of the payment, even if every event of the gateway is lost. It took up to two minutes by card, and longer by bank transfer and wallet.',
    ],
  },
  {
    anchor: '2026-11-23-wallets-of-cards',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Apple Pay and Google Pay, and a card form that keeps what was typed',
    what: [
      'The hosted page offers Apple Pay and Google Pay wherever it offers cards, in browsers that have them. They are card payments: nothing changes in the API.',
      'A donor who changes the amount or the language keeps the card that they have typed. The amount is stored when they confirm, not before: until then every browser starts from the amount that you minted.',
    ],
  },
  {
    anchor: '2026-11-23-stories-and-messages',
    date: '2026-11-23',
    kind: 'changed',
    title: 'The page of a cause shows more, and donors can leave a message',
    what: [
      'Creators add pictures, updates and what the money is for to the page of their cause, in the dashboard. Your `description` and `cover_image_url` stay where they are; the API is unchanged.',
      'The page of a cause names the owner of the cause beside your display name. The `name` that you send for a new owner is the name that donors read.',
      'Donors can leave a message of up to 280 characters at the checkout. It is shown on the page of the cause unless they give anonymously.',
    ],
  },
  {
    anchor: '2026-11-23-who-is-thanked',
    date: '2026-11-23',
    kind: 'changed',
    title: 'A completed link thanks only the donor who paid it',
    what: [
      'The page of a `completed` link thanks the browser that paid, and only there leads to your `success_url`. Any other browser reads that the donation was completed and how to give too; it sees no amount, no payment and no `success_url`. Your donor still returns by itself after paying.',
      'A donor who comes back from a bank or wallet sees at once what the gateway says: paid, declined, or not paid yet.',
    ],
  },
  {
    anchor: '2026-11-23-receipts-worth-keeping',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Donors read who receives their money, and get a receipt with a number',
    what: [
      'The checkout, the page of a cause, receipts and mails say through whom a donation goes, the commission, and that nothing is paid on top. Send us your legal name, the addresses of your terms and privacy notice, and an email address for donors: they are shown there, and answers to our mails reach that address.',
      'Receipts name you as their issuer, with your tax ID and whether donations are tax-deductible, once you tell us.',
      'A receipt has a number such as `K7M-2PX-R94C`, made to be read out. `payment_id` stays the reference in the API; the receipt shows both.',
      'Mails to donors carry your name and logo, and the receipt as a PDF. A donor who gave no email address can have it sent after paying.',
    ],
  },
  {
    anchor: '2026-11-23-openapi-says-everything',
    date: '2026-11-23',
    kind: 'changed',
    title: 'The OpenAPI document describes every field, error and header',
    what: [
      '`/openapi.json` describes every field, shows an example of every request, response and error, and declares all headers.',
      'A link is one of two schemas, told apart by `status`, and errors are told apart by `code`: generated clients know that a completed link has `amount_paid`, and that `validation_failed` has `errors`.',
      'Responses are open to new members in the document too. Ignore members that you do not know. Nothing in the responses themselves has changed.',
    ],
  },
  {
    anchor: '2026-11-23-amounts-nobody-misreads',
    date: '2026-11-23',
    kind: 'changed',
    title: 'Amounts nobody misreads, and none that cannot be paid',
    what: [
      'On pages and in mails a currency sign stands alone only for the reader’s own currency, by the region of their browser’s language. Any other currency is named: `US$ 50`, `$ 50.000 COP`, `CA$25`. The API’s answers are unchanged.',
      'The hosted page offers only amounts that one of its methods takes, and says the bounds of each. A link minted below or above all of them opens with that reason, and the donor can give another amount.',
    ],
  },
  {
    anchor: '2026-11-22-bounds-and-donors-data',
    date: '2026-11-22',
    kind: 'changed',
    title: 'Bounds on what is sent, and a donor’s data stays in their browser',
    what: [
      'What a donor typed on the hosted page is shown again only in the browser it was typed in; another one starts from what you minted. The `email` of a payment intent counts only until a donor has typed on the page.',
      'A body may have 2 KiB for a payment intent, 96 KiB for a cause and 256 KiB for a link, and at most 2048 JSON tokens. Beyond that it is `400`.',
      'A request is complete within 60 seconds, its headers within 20, or it is `408`. With `Expect: 100-continue` a request that is refused is never asked for its body.',
      'More than 300 requests in 10 seconds from one address without a valid key, or from outside its allowlist, are `429`. A valid key is answered as ever. The /64 of an IPv6 address counts as one address, and its /48 has 16 times that.',
      'New card payments are `429` for a while from a network with 30 declines within an hour, or for a cause with 50, where declines exceed approvals.',
      'Email addresses with `( ) < > [ ] : ; , \\` or a stray quotation mark are `400`.',
      'An owner gets at most five mails a day about causes, then one that says how many more. Their subjects no longer name the cause.',
      'A key that may set fees or provision accounts works once a second member of our staff has approved it; until then it returns `401`. Give us a contact address: we email it about every key that is created for you.',
      'A page that you open with `window.open` no longer keeps a handle to its opener: send the donor to the link’s `url`, as the guide says. Paths outside the API answer `405` with `Allow` to other methods.',
    ],
  },
  {
    anchor: '2026-11-22-chargebacks-count-with-their-amount',
    date: '2026-11-22',
    kind: 'changed',
    title: 'What a bank disputes counts with its amount, and an intent stays',
    what: [
      'A chargeback of a part of a payment lowers `totals.collected` by that part, and no longer takes the whole contribution out. An inquiry of a bank changes nothing.',
      '`POST /v1/checkout_links/{id}/payment_intent` answers `200` with the same intent while its payment is being processed, where it answered `503`.',
      'A link that was returned as `expired` never becomes `completed`, whichever of our servers responds.',
    ],
  },
  {
    anchor: '2026-11-22-stricter-reading',
    date: '2026-11-22',
    kind: 'changed',
    title: 'What deceives or can be read in two ways is refused',
    what: [
      'An object of a request that has a member twice is `400`, which names the member (`metadata.order`, say). Until now the last one counted.',
      'The `title` of a cause needs a character that one can see: spaces and invisible characters alone are `400`.',
      'Your addresses (`success_url`, `cancel_url`, `callback_url`, `cover_image_url`) with a backslash, or with a `%` that no two hexadecimal digits follow, are `400`.',
      'A required field that is missing says `is required` in `errors`.',
      '`terms_accepted_at` takes every form of RFC 3339, leap seconds and a lower-case `t` and `z` among them.',
    ],
  },
  {
    anchor: '2026-11-21-version-1-0-0',
    date: '2026-11-21',
    kind: 'released',
    title: 'Version 1.0.0',
    what: [
      'Create a cause in draft with `POST /v1/causes`, and read it with `GET /v1/causes/{key}`.',
      'Mint a hosted checkout link with `POST /v1/checkout_links`, and follow it with `GET /v1/checkout_links/{id}` until it is completed.',
      '`Idempotency-Key` on both creating endpoints: a repeated request never creates anything twice.',
      'Every error is a problem document with a stable `code` and a page that explains it.',
      'A sandbox: a staging deployment of the same code with its own keys and data.',
      'Deliberately not included: webhook delivery, a test mode, list endpoints, verification, bank accounts, providers and withdrawals.',
    ],
  },
];

/** The address of an entry, for the `notice` of a contract's deprecation. */
export function changelogPath(entry: ChangelogEntry): string {
  return `/docs/changelog#${entry.anchor}`;
}
