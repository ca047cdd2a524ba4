import type { Kind } from './kinds.ts';
import type { Mutant } from './mutants.ts';

type Change = readonly [file: string, find: string, replace: string];

const REQUEST = 'lib/withdrawals/request.ts';
const RECORD = 'lib/payments/sync/record-reversals.ts';
const HEADERS = 'lib/http/security-headers.ts';
const GUARANTEES = 'prisma/migrations/20261127120200_guarantees/migration.sql';
const TRANSFERS = 'lib/rails/mercado-pago/payments.ts';
const ORDERS = 'lib/rails/mercado-pago/orders.ts';
const PERFORM = 'lib/payments/refunds/perform-refund.ts';
const CARDS = 'lib/rails/stripe/lists.ts';
const DAYS = 'lib/dashboard/day-ends.test.ts';
const LOCKS = 'lib/decided-under-lock.test.ts';
const CLOCK = 'lib/payments/clock-under-lock.test.ts';
const ALONE = 'lib/payments/sync/changed-alone.test.ts';
const SECOND = 'lib/policy/second-person.test.ts';
const SURFACES = 'app/dashboard/money.test.tsx';
const COOKIES = 'lib/http/set-cookies.test.ts';
const CONTRACTS = 'lib/http/contracts.test.ts';
const SENT = 'lib/rails/mercado-pago/requests.test.ts';
const AUCKLAND = { TZ: 'Pacific/Auckland' };

/** Faults of these kinds, each with the tests that notice it. */
export const TEST_FAULTS: readonly Mutant[] = [
  ...of('derived', CONTRACTS, {
    'links are minted with the permission to read them': [
      'lib/checkout-links/contract.ts',
      "permission: 'checkout_links:write'",
      "permission: 'checkout_links:read'",
    ],
    'a body of a link may be twice as large': [
      'lib/checkout-links/contract.ts',
      'maxBodyBytes: 256 * 1024',
      'maxBodyBytes: 512 * 1024',
    ],
    'a link takes ten times as many calls': [
      'lib/env/variables.ts',
      'RATE_LIMIT_LINK_PER_10S: requests.default(300)',
      'RATE_LIMIT_LINK_PER_10S: requests.default(3_000)',
    ],
  }),
  ...of('transition', 'app/v1/checkout_links/[id]/etag.test.ts', {
    'the tag of a link forgets its status': [
      'lib/http/endpoint.ts',
      "hash('sha256', body, 'base64url')",
      `hash('sha256', body.replace(/"status":"\\w+"/, ''), 'base64url')`,
    ],
    'the tag of a link tells open links from others only': [
      'lib/http/endpoint.ts',
      "hash('sha256', body, 'base64url')",
      `hash('sha256', body.replace(/"(cancelled|expired|completed)"/, ''), 'base64url')`,
    ],
    'the tag of a link forgets when it was paid': [
      'lib/http/endpoint.ts',
      "hash('sha256', body, 'base64url')",
      `hash('sha256', body.replace(/"completed_at":"[^"]+"/, ''), 'base64url')`,
    ],
  }),
  ...of('unit', SURFACES, {
    'dashboards divide minor units by a hundred': [
      'components/dashboard/money.ts',
      'amountMinor / minorUnitsPerMajor(of.currency)',
      'amountMinor / 100',
    ],
    'the goal of a creator’s cause is read in hundredths': [
      'lib/dashboard/own-cause.ts',
      'goalMajor(goal, currency)',
      'goal / 100',
    ],
    'a mail about a refund divides by a hundred': [RECORD, '/ minorUnitsPerMajor(currency)', '/ 100'],
  }),
  ...of('unit', 'lib/payments/refunds/record-returned.test.ts', {
    'a mail about a transfer divides by a hundred': [
      'lib/payments/refunds/record-sent-by-hand.ts',
      'Number(amountMinor) / minorUnitsPerMajor(after.currency)',
      'Number(amountMinor) / 100',
    ],
  }),
  ...of('unit', 'lib/withdrawals/pain-001.test.ts', {
    'the bank’s file divides by a hundred': [
      'lib/withdrawals/pain-001.ts',
      'amountCell(Number(amountMinor), minorUnitsPerMajor(currency))',
      'amountCell(Number(amountMinor), 100)',
    ],
  }),
  ...of('unit', 'lib/payments/views/export-donors.test.ts', {
    'the file of donors divides by a hundred': [
      'lib/payments/views/export-donors.ts',
      'amountCell(Number(givenMinor), minorUnitsPerMajor(currency), separator)',
      'amountCell(Number(givenMinor), 100, separator)',
    ],
  }),
  ...of('unit', 'lib/dashboard/statements.test.ts', {
    'a statement as a file divides by a hundred': [
      'lib/dashboard/statement-csv.ts',
      'amountCell(minor, minorUnitsPerMajor(currency), separator)',
      'amountCell(minor, 100, separator)',
    ],
    'a statement as a PDF divides by a hundred': [
      'lib/dashboard/write-statement.ts',
      'const units = minorUnitsPerMajor(statement.currency);',
      'const units = 100;',
    ],
  }),
  ...of('rule', SECOND, {
    'the same person under another address approves a refund': [
      'lib/payments/refunds/approve-refund.ts',
      "await requireNoPart(tx, 'refund.approve', by, { asked: approval.requestedBy });",
      "if (by === approval.requestedBy) throw new DomainError('own_request');",
    ],
    'the same person under another address approves terms': [
      'lib/clients/terms.ts',
      "await requireNoPart(tx, 'client_terms.approve', by, { asked: change.requestedBy });",
      "if (by === change.requestedBy) throw new DomainError('own_request');",
    ],
    'the same person under another address writes funds off': [
      'lib/payments/refunds/write-off.ts',
      "await requireNoPart(tx, 'write_off.approve', by, { asked: asked.requestedBy });",
      "if (by === asked.requestedBy) throw new DomainError('own_request');",
    ],
    'a creator’s other account records their withdrawal as sent': [
      'lib/withdrawals/change.ts',
      'await requireNoPart(tx, `withdrawal.',
      "if (action !== 'mark_sent' || isOwn) await requireNoPart(tx, `withdrawal.",
    ],
    'one passkey does not make one person': [
      'lib/policy/same-person.ts',
      '    ...passkeys.map(',
      '    ...passkeys.slice(1).map(',
    ],
  }),
  ...of('rule', 'lib/emails/donation.test.ts', {
    'the mail about a transfer that came back does not say that it is a test': [
      'lib/emails/donation.ts',
      "    subject: t('email.transferReturned.subject', facts),\n    ...bannerOf(t, context),\n",
      "    subject: t('email.transferReturned.subject', facts),\n",
    ],
  }),
  ...of('rule', 'lib/people/erase-creator.test.ts', {
    'what an erased creator typed into forms stays': [
      'lib/people/erase-creator.ts',
      '  await tx.formResult.deleteMany({ where: { accountId } });\n',
      '',
    ],
  }),
  ...of(
    'world',
    'lib/withdrawals/request.test.ts',
    {
      'the day of the limit is the server’s': [REQUEST, 'midnight.setUTCHours(0', 'midnight.setHours(0'],
    },
    AUCKLAND,
  ),
  ...of(
    'world',
    DAYS,
    {
      'a day of a list begins in the server’s zone': [
        'lib/dashboard/payment-filter.ts',
        '.test(day) ? instantIn(zone, day) : undefined',
        ".test(day) ? new Date(day + 'T00:00:00') : undefined",
      ],
      'a day of a list has 24 hours': [
        'lib/dashboard/payment-filter.ts',
        'const before = to && instantIn(zone, dayAfter(to.day));',
        'const before = to && dayAfter(to.day) && new Date(to.begins.getTime() + 86_400_000);',
      ],
    },
    AUCKLAND,
  ),
  ...of('sum', 'lib/withdrawals/request.test.ts', {
    'the day’s limit is over all currencies': [
      REQUEST,
      '      currency,\n      requestedAt: { gte: midnight },',
      '      requestedAt: { gte: midnight },',
    ],
  }),
  ...of('sum', 'lib/ledger/withdrawable.test.ts', {
    'what a creator can withdraw is over all currencies': [
      'lib/ledger/withdrawable.ts',
      'const ofCurrency = Map.groupBy(own, ({ currency }) => currency);',
      "const ofCurrency = Map.groupBy(own, () => 'USD');",
    ],
  }),
  ...of('sum', 'lib/payments/views/collected-over-time.test.ts', {
    'a chart has what was collected in every currency': [
      'lib/payments/views/collected-over-time.ts',
      'rows.filter((row) => row.currency === currency)',
      'rows',
    ],
  }),
  ...of('second', 'lib/reconciliation/second-run.test.ts', {
    'a reconciliation of a chosen day counts as the routine one': [
      'lib/reconciliation/begin.ts',
      'routine: chosen === undefined',
      'routine: true',
    ],
    'a routine reconciliation begins where a chosen day ended': [
      'lib/reconciliation/begin.ts',
      'where: { gateway, routine, finishedAt',
      'where: { gateway, finishedAt',
    ],
    'a routine reconciliation begins where another account’s ended': [
      'lib/reconciliation/begin.ts',
      'where: { gateway, routine, finishedAt',
      'where: { routine, finishedAt',
    ],
  }),
  ...of('second', 'lib/payments/card-testing/second-pause.test.ts', {
    'a network is paused once': [
      'lib/payments/card-testing/decline-limits.ts',
      'count > 0 || (await db().cardPause.updateMany(again)).count > 0',
      'count > 0 || again === undefined',
    ],
    'declines of the pause before count again': [
      'lib/payments/card-testing/decline-limits.ts',
      'Math.max(now.getTime() - HOUR_MS, ended?.getTime() ?? 0)',
      'now.getTime() - 2 * HOUR_MS',
    ],
  }),
  ...of('second', 'lib/payments/next-attempt.test.ts', {
    'the third attempt has the number of the second': [
      'lib/payments/lock-link.ts',
      '.map(({ attempt }) => attempt)) + 1',
      '.slice(0, 1).map(({ attempt }) => attempt)) + 1',
    ],
  }),
  ...of('second', 'lib/payments/sync/refunded-elsewhere.test.ts', {
    'a refund stands in for a second one that came back since': [RECORD, ' settledAt: { lte: createdAt },', ''],
  }),
  ...of('second', 'lib/payments/views/same-figures.test.ts', {
    'of two refunds that one report tells of, the second counts for nothing': [
      'lib/payments/sync/reversals.ts',
      'return moreMinor === 0n ? oldestFirst.slice(first) : [];',
      'return [];',
    ],
    'of two chargebacks that one report tells of, the second counts for nothing': [
      RECORD,
      '  for (const claim of claims.slice(0, -1)) await postTo({ ...after, ...claim });\n',
      '',
    ],
  }),
  ...of('second', 'lib/payments/sync/reversals.test.ts', {
    'the second chargeback takes nothing': [
      'lib/payments/sync/reversals.ts',
      "one.kind === 'chargeback' && one.status === status)\n",
      "one.kind === 'chargeback' && one.status === status).slice(0, 1)\n",
    ],
  }),
  ...of('right', 'prisma/guards.test.ts', {
    'the books can be emptied at a stroke': [
      GUARANTEES,
      "CREATE TRIGGER book_lines_are_never_emptied BEFORE TRUNCATE ON book_lines\n  EXECUTE FUNCTION refuse_change('a line of the books');\n",
      '',
    ],
    'the amount that somebody approved can be changed': [
      GUARANTEES,
      '(OLD.payment_id, OLD.amount_minor, OLD.reason, OLD.requested_by, OLD.requested_at)\n    IS DISTINCT FROM (NEW.payment_id, NEW.amount_minor, NEW.reason,',
      '(OLD.payment_id, OLD.reason, OLD.requested_by, OLD.requested_at)\n    IS DISTINCT FROM (NEW.payment_id, NEW.reason,',
    ],
  }),
  ...of('right', 'scripts/database-roles.test.ts', {
    'the service may delete payments': ['scripts/database-roles.ts', "  'payments',\n", ''],
    'the service may change notes': ['scripts/database-roles.ts', "  'notes',\n", ''],
  }),
  ...of('header', 'lib/http/security-headers.test.ts', {
    'a page may have another base': [HEADERS, `    'base-uri': ["'none'"],\n`, ''],
    'the dashboard’s windows are shared': [
      HEADERS,
      "SIGNED_IN.test(path) ? 'same-origin' : 'same-origin-allow-popups'",
      "'same-origin-allow-popups'",
    ],
    'forms of a page go anywhere': [HEADERS, `    'form-action': ["'self'"],\n`, ''],
  }),
  ...of('header', 'lib/http/private-file.test.ts', {
    'that there is no private file may be kept by caches': [
      'lib/http/private-file.ts',
      'new Response(null, { status: 404, headers: isPrivate })',
      'new Response(null, { status: 404 })',
    ],
  }),
  ...of('header', COOKIES, {
    'the donor’s cookie goes over plain http': [
      'lib/http/page-action.ts',
      "setCookie(name, value, { path: '/checkout', seconds })",
      "setCookie(name, value, { path: '/checkout', seconds }).replace('; Secure', '')",
    ],
    'the session’s cookie can be set by another host': [
      'lib/sessions/session-cookie.ts',
      "await signed(token), { path: '/', seconds }",
      "await signed(token), { path: '/dashboard', seconds }",
    ],
    'scripts read the session’s cookie': [
      'lib/sessions/session-cookie.ts',
      "setCookie(COOKIE, await signed(token), { path: '/', seconds })",
      "setCookie(COOKIE, await signed(token), { path: '/', seconds }).replace('; HttpOnly', '')",
    ],
    'a known browser is forgotten in a day': [
      'lib/dashboard/sign-in.ts',
      'cookie(KNOWN_BROWSER, token, KNOWN_BROWSER_SECONDS)',
      'cookie(KNOWN_BROWSER, token, Math.min(86_400, KNOWN_BROWSER_SECONDS))',
    ],
  }),
  ...of('guard', CLOCK, {
    'the clock is read before the lock when money is recorded': [
      'lib/payments/sync/apply-gateway-state.ts',
      '    const link = await lockLink(tx, linkId);\n    // Read after the lock: meanwhile the link may have ended and the row may have changed.\n    const now = clock();',
      '    const now = clock();\n    const link = await lockLink(tx, linkId);',
    ],
    'the clock is read before the lock when an attempt is claimed': [
      'lib/payments/attempts/attempt.ts',
      '    const locked = await lockLink(tx, link.id);\n    const now = readClock();',
      '    const now = readClock();\n    const locked = await lockLink(tx, link.id);',
    ],
  }),
  ...of('guard', LOCKS, {
    'a bank account is reviewed without its lock': [
      'lib/withdrawals/bank-accounts.ts',
      '    await lockBankAccount(tx, id);\n',
      '',
    ],
    'terms are decided without their client’s lock': [
      'lib/clients/terms.ts',
      '  await lockClient(tx, clientId);\n',
      '',
    ],
    'a withdrawal is checked beside a review of its account': [
      'lib/withdrawals/checks.ts',
      '  await lockBankAccountShared(tx, payout.bankAccountId);\n',
      '',
    ],
    'the file of a batch is made without its lock': [
      'lib/withdrawals/batch-file.ts',
      '    await lockPayoutBatch(tx, id);\n',
      '',
    ],
    'a refund is asked for without its link’s lock': [
      'lib/payments/refunds/request-refund.ts',
      '    await lockLink(tx, found.linkId);\n',
      '',
    ],
  }),
  ...of('step', 'lib/rails/mercado-pago/payments.test.ts', {
    'of two equal partial refunds the second is never made': [
      TRANSFERS,
      ' && !otherRefundIds.has(refund.id)',
      ' && otherRefundIds.size >= 0',
    ],
    'a refund that was listed before counts as ours': [
      TRANSFERS,
      'earlierRefundIds ? earlierRefundIds.has(id) : createdAt.getTime() < since',
      'earlierRefundIds ? false : createdAt.getTime() < since',
    ],
    'what was listed is not kept before a refund is asked for': [TRANSFERS, '  await keepEarlier?.(listedIds);\n', ''],
    'a refund of a transfer whose answer was lost is made again': [
      TRANSFERS,
      '  if (found) return found;\n  const listedIds',
      '  const listedIds',
    ],
  }),
  ...of('step', 'lib/rails/stripe/requests.test.ts', {
    'a refund by card whose answer was lost is made again': [
      'lib/rails/stripe/adapter.ts',
      'metadata?.refund === refundId;',
      "metadata?.refund === 'none';",
    ],
  }),
  ...of('step', 'lib/payments/refunds/redirect-refund.test.ts', {
    'a refund is made although a bank holds the money': [
      PERFORM,
      "if (due !== 'perform') return atGateway(refund, 'findRefund');",
      "if (due === 'outdated') return atGateway(refund, 'findRefund');",
    ],
    'a refund whose answer was lost is not found while a bank holds the money': [
      PERFORM,
      "if (due === 'ended') return;",
      "if (due === 'ended' || due === 'wait') return;",
    ],
    'a refund whose answer was lost has failed once a bank took the rest': [
      PERFORM,
      'if (!made) return due',
      "if (!made || due === 'outdated') return due",
    ],
  }),
  ...of('alone', SENT, {
    'payments are searched without their link': [TRANSFERS, '    external_reference: reference,\n', ''],
    'chargebacks are searched without their payment': [
      TRANSFERS,
      "'/v1/chargebacks/search', { payment_id: String(id) }",
      "'/v1/chargebacks/search', {}",
    ],
  }),
  ...of('alone', 'lib/rails/mercado-pago/orders.test.ts', {
    'orders are searched without their reference': [ORDERS, '    external_reference: reference,\n', ''],
  }),
  ...of('transition', 'lib/rails/mercado-pago/orders.test.ts', {
    'a paid order whose payment is not listed yet has ended': [
      ORDERS,
      "if (order === 'paid') return 'processing';",
      "if (order === 'paid') return 'canceled';",
    ],
    'an order of an undocumented status has ended': [
      ORDERS,
      "return known ?? 'processing';",
      "return known ?? 'canceled';",
    ],
    'what banks approve late of an order that has ended is not looked for': [
      ORDERS,
      "status === 'open' && !paymentSeen",
      "status !== 'paid' && !paymentSeen",
    ],
  }),
  ...of('world', 'lib/rails/mercado-pago/orders.test.ts', {
    'the payment of an order is nobody’s attempt': [
      'lib/rails/mercado-pago/translate.ts',
      '  if (own) return own.paymentId;\n',
      '',
    ],
    'an attempt is asked of the API that was chosen since': [
      'lib/rails/mercado-pago/account.ts',
      'isOrderId(reference) ? orders : payments',
      'isOrderId(reference) ? chosen : chosen',
    ],
  }),
  ...of('alone', 'lib/rails/stripe/requests.test.ts', {
    'refunds are listed without their intent': [CARDS, '      payment_intent: intent,\n', ''],
    'declines are listed without their intent': [
      CARDS,
      'charges.list({ payment_intent: intent, limit: PAGE })',
      'charges.list({ limit: PAGE })',
    ],
    'only the first page of refunds is read': [CARDS, 'page.has_more ?', 'page.has_more && last === undefined ?'],
  }),
  ...of('alone', 'lib/reconciliation/other-accounts.test.ts', {
    'a balance is the sum of all gateways’ books': [
      'lib/reconciliation/compare-balance.ts',
      'FROM book_lines WHERE gateway = ',
      "FROM book_lines WHERE '' <> ",
    ],
  }),
  ...of('together', ALONE, {
    'an inquiry that becomes a chargeback is not new': [RECORD, '    row.kind === remote.kind &&\n', ''],
    'a dispute that ends is not new': [RECORD, '    row.status === remote.status &&\n', ''],
    'another amount of a dispute is not new': [RECORD, '    row.amountMinor === remote.amountMinor &&\n', ''],
    'another deadline of a dispute is not new': [
      RECORD,
      ' &&\n    row.respondBy?.getTime() === remote.respondBy?.getTime()',
      '',
    ],
  }),
  ...of('together', 'lib/withdrawals/request.test.ts', {
    'a key is the same with another reason': [REQUEST, ' &&\n    earlier.reason === request.reason', ''],
    'a key is the same to another bank account': [
      REQUEST,
      '    earlier.bankAccountId === request.bankAccountId &&\n',
      '',
    ],
    'a key is the same from another cause': [REQUEST, '    earlier.causeKey === request.causeKey &&\n', ''],
  }),
  ...of('together', 'lib/payments/refunds/sent-by-hand.test.ts', {
    'a write-off is the same for another reason': [
      'lib/payments/refunds/write-off.ts',
      ' && waiting.reason === reason',
      '',
    ],
  }),
  ...of('together', 'lib/receipts/write-reversals.test.ts', {
    'what is left after a chargeback alone is not said': [
      'lib/receipts/write-receipt.ts',
      'refundedMajor + chargedBackMajor > 0',
      'refundedMajor > 0',
    ],
  }),
  ...of('together', 'components/dashboard/figures.test.tsx', {
    'what is being refunded is shown as what was': [
      'components/dashboard/payments/payment-page.tsx',
      '{less(refundingMinor)}',
      '{less(refundedMinor)}',
    ],
  }),
  ...of('together', 'lib/dashboard/list-orders.test.ts', {
    'sessions are listed by when they began': [
      'lib/sessions/list.ts',
      "orderBy: { lastSeenAt: 'desc' }",
      "orderBy: { createdAt: 'desc' }",
    ],
  }),
  ...of('unknown', 'lib/rails/stripe/requests.test.ts', {
    'a refund that its list leaves out is made again': [
      'lib/rails/stripe/adapter.ts',
      ', ...(charge?.refunds?.data ?? [])',
      '',
    ],
  }),
  ...of('unknown', 'lib/payments/sync/unread.test.ts', {
    'a chargeback that could not be read has ended': [
      'lib/payments/sync/reversals.ts',
      '  if (!implied) return null;\n  const others',
      '  if (!implied) return [];\n  const others',
    ],
  }),
  ...of('unknown', 'lib/sessions/passkeys.test.ts', {
    'the counter of a passkey is not kept': [
      'lib/sessions/verify-passkey.ts',
      'counter: BigInt(authenticationInfo.newCounter), ',
      '',
    ],
    'the counter of a passkey is not compared': [
      'lib/sessions/verify-passkey.ts',
      'counter: Number(counter) }',
      'counter: 0 }',
    ],
  }),
  ...of('unknown', 'lib/payments/same-browser.test.ts', {
    'a browser without a secret made what nobody made': [
      'lib/payments/donor-browser.ts',
      'if (secret === undefined || row.browserHash === null) return false;',
      'if (secret === undefined || row.browserHash === null) return secret === undefined && row.browserHash === null;',
    ],
    'an unknown browser is any': [
      'lib/payments/donor-browser.ts',
      'one === null || other === null ? one === other :',
      'one === null || other === null ? true :',
    ],
  }),
  ...of('unknown', 'lib/payments/sync/release-stays.test.ts', {
    'a release that is not reported again is forgotten': [
      'lib/payments/sync/post-to-ledger.ts',
      'if (releasedAt === null) return { releasedAt: known.releasedAt, isReleased: known.isReleased };',
      'if (releasedAt === null) return { releasedAt, isReleased: known.isReleased };',
    ],
  }),
  ...of('boundary', 'lib/payments/sync/release-stays.test.ts', {
    'money is not released at its instant': [
      'lib/payments/sync/post-to-ledger.ts',
      'isReleased: isConfirmed && releasedAt <= now',
      'isReleased: isConfirmed && releasedAt < now',
    ],
  }),
  ...of('boundary', 'lib/sessions/boundaries.test.ts', {
    'a session lives at its end': ['lib/sessions/session.ts', 'expiresAt <= now ||', 'expiresAt < now ||'],
    'an idle session lives at its end': [
      'lib/sessions/session.ts',
      'IDLE_SECONDS[role] * 1000 <= now',
      'IDLE_SECONDS[role] * 1000 < now',
    ],
    'a sign-in is fresh at its end': [
      'lib/sessions/session.ts',
      'now.getTime() < provenAt',
      'now.getTime() <= provenAt',
    ],
  }),
  ...of('boundary', 'lib/dashboard/staff/key-state.test.ts', {
    'a key is shown as working at its end': [
      'lib/dashboard/staff/clients.ts',
      'expiresAt.getTime() <= now.getTime()',
      'expiresAt.getTime() < now.getTime()',
    ],
  }),
  ...of('boundary', 'lib/http/idempotency-retention.test.ts', {
    'a claim ends at thirty seconds': ['lib/http/idempotency.ts', '> CLAIM_MS', '>= CLAIM_MS'],
    'a response is kept at 24 hours': [
      'lib/http/idempotency.ts',
      'createdAt: { lte: forgottenAt(now) }',
      'createdAt: { lt: forgottenAt(now) }',
    ],
  }),
  ...of('boundary', 'lib/withdrawals/request.test.ts', {
    'midnight belongs to no day': [REQUEST, 'requestedAt: { gte: midnight }', 'requestedAt: { gt: midnight }'],
  }),
  ...of('boundary', DAYS, {
    'a list has the first instant of the next day': [
      'lib/payments/views/list-records.ts',
      'p.succeeded_at < $6',
      'p.succeeded_at <= $6',
    ],
    'a statement has the first instant of the next period': [
      'lib/ledger/statement.ts',
      "'commission') AND t.at < ",
      "'commission') AND t.at <= ",
    ],
    'the file of donors has the first instant of the next day': [
      'lib/payments/views/export-donors.ts',
      'p.succeeded_at < ',
      'p.succeeded_at <= ',
    ],
  }),
  ...of('boundary', 'lib/checkout-links/status.test.ts', {
    'what was cancelled and has expired is expired': [
      'lib/checkout-links/status.ts',
      "  if (link.cancelledAt) return 'cancelled';\n  if (link.expiredAt) return 'expired';",
      "  if (link.expiredAt) return 'expired';\n  if (link.cancelledAt) return 'cancelled';",
    ],
  }),
];

/** Faults of a kind that a test file notices. `env`: in which the test runs. */
function of(
  kind: Kind,
  test: string,
  faults: Readonly<Record<string, Change>>,
  env: Record<string, string> = {},
): Mutant[] {
  return Object.entries(faults).map(([breaks, [file, find, replace]]) => ({
    breaks,
    file,
    find,
    replace,
    noticed: { kind, test, env },
  }));
}
