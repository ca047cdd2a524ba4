import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The floor of a whole donation by card: the fewest statements that keep the service's guarantees. The link is locked for
 * whatever changes its payments, one attempt is live and one payment approved (unique indexes), an event counts once, the
 * ledger and the receipt's mail are written with the payment. The gateway is called as the service calls it. Rules of
 * amounts, countries and card testing, the page's content, scheduled jobs, and delivery of the mail are left out.
 */
export type Row = Record<string, unknown>;
type Statement = (name: string, text: string, values: unknown[]) => Promise<Row | undefined>;

/** The emulated account of the floor, so that its events come to it. */
export const FLOOR_ACCOUNT = { account: 'floor', secret: 'whsec_floor' };
const OPEN = 'cancelled_at IS NULL AND expired_at IS NULL AND expires_at > now()';
const COMMISSION = 0.05;

const random = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;

/** Answers the requests of a donation other than minting, the page and polls; undefined for any other path. */
export function donationFloor(one: Statement, emulatorUrl: string) {
  const call = async (method: string, path: string, form?: Record<string, string>, key?: string) => {
    const response = await fetch(`${emulatorUrl}/v1/payment_intents${path}`, {
      method,
      headers: {
        Authorization: `Bearer sk_test_${FLOOR_ACCOUNT.account}`,
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    if (!response.ok) throw new Error(`The emulator answers ${response.status}: ${await response.text()}`);
    return response.json();
  };

  const createIntent = async (linkId: string) => {
    const claimed = await one(
      'claim',
      `INSERT INTO payments (id, link_id, cause_key, rail, gateway, attempt, state, amount, currency, created_at, claimed_until)
       SELECT $1, l.id, l.cause_key, 'card', 'stripe', 1, 'starting', l.amount, l.currency, now(), now() + interval '5 s'
         FROM checkout_links l JOIN causes c ON c.key = l.cause_key
        WHERE l.id = $2 AND l.${OPEN.replaceAll(' AND ', ' AND l.')} AND c.state = 'published'
       ON CONFLICT DO NOTHING RETURNING amount, currency`,
      [random('pay'), linkId],
    );
    if (!claimed) throw new Error('The link has an attempt, or is not payable.');
    const form = {
      amount: `${Number(claimed.amount) * 100}`,
      currency: String(claimed.currency).toLowerCase(),
      'allowed_payment_method_types[0]': 'card',
      'metadata[checkout_link]': linkId,
    };
    const intent = await call('POST', '', form, `${linkId}:1:${claimed.amount}`);
    await one(
      'started',
      `WITH link AS (SELECT id FROM checkout_links WHERE id = $1 AND ${OPEN} FOR UPDATE)
       UPDATE payments SET gateway_reference = $2, state = 'pending', claimed_until = NULL FROM link
        WHERE link_id = link.id AND state = 'starting' RETURNING payments.id`,
      [linkId, intent.id],
    );
    return {
      client_secret: intent.client_secret,
      publishable_key: `pk_test_${FLOOR_ACCOUNT.account}`,
      payment_intent_id: intent.id,
    };
  };

  const saveDetails = ({ ref, name, email, anonymous, locale }: Row) =>
    one(
      'details',
      `WITH link AS (
         UPDATE checkout_links SET donor_name = $2, donor_email = $3, donor_anonymous = $4, donor_locale = $5, browser_hash = $6,
                donor_saved_at = now(), confirming_since = now()
          WHERE id = $1 AND ${OPEN} RETURNING *)
       UPDATE payments p SET donor_name = link.donor_name, donor_email = link.donor_email, donor_locale = link.donor_locale,
              donor_anonymous = link.donor_anonymous, browser_hash = link.browser_hash
         FROM link WHERE p.link_id = link.id AND p.state IN ('starting', 'pending') RETURNING p.id`,
      [ref, name, email, anonymous, locale, createHash('sha256').update(randomBytes(32)).digest()],
    );

  const receiveEvent = async (request: IncomingMessage, body: string) => {
    const header = Object.fromEntries(
      String(request.headers['stripe-signature'])
        .split(',')
        .map((part) => part.split('=', 2)),
    );
    const signature = createHmac('sha256', FLOOR_ACCOUNT.secret).update(`${header.t}.${body}`).digest();
    if (!timingSafeEqual(signature, Buffer.from(header.v1, 'hex'))) throw new Error('Not the signature.');
    const { id, type, data } = JSON.parse(body);
    if (type !== 'payment_intent.succeeded') return;
    const intent = await call(
      'GET',
      `/${data.object.id}?expand[0]=latest_charge.balance_transaction&expand[1]=latest_charge.refunds.data.balance_transaction`,
    );
    const { amount_received: amount, latest_charge: charge } = intent;
    const { fee } = charge.balance_transaction;
    const commission = Math.round(amount * COMMISSION);
    await one(
      'paid',
      `WITH link AS (SELECT id, cause_key FROM checkout_links WHERE id = $1 AND ${OPEN} FOR UPDATE),
       event AS (
         INSERT INTO gateway_events (id, gateway, event_id, type, reference, received_at, handled_at)
         SELECT $2, 'stripe', $3, $4, $5, now(), now() FROM link ON CONFLICT DO NOTHING RETURNING id),
       paid AS (
         UPDATE payments p SET state = 'approved', gateway_payment_id = $5, amount_minor = $6, revision = 1, receipt_token = $7,
                succeeded_at = now(), settled_at = now(), released_at = now(), is_released = true, cause_title = c.title,
                card_brand = $8, card_last4 = $9
           FROM link, event, causes c
          WHERE p.link_id = link.id AND p.gateway_reference = $5 AND p.state = 'pending' AND c.key = link.cause_key
         RETURNING p.*),
       posted AS (
         INSERT INTO ledger_transactions (id, kind, dedupe_key, payment_id, at)
         SELECT t.id, t.kind, t.kind || ':' || paid.id, paid.id, now()
           FROM paid, (VALUES ($10, 'donation'), ($11, 'settlement')) t (id, kind)),
       entries AS (
         INSERT INTO ledger_entries (transaction_id, line, account, detail, currency, amount_minor, cause_key)
         SELECT e.id, e.line, e.account, e.detail, paid.currency, e.amount, paid.cause_key
           FROM paid, (VALUES ($10, 1, 'gateway', 'stripe', $6::bigint), ($10, 2, 'creator', '', $12::bigint - $6::bigint),
                              ($10, 3, 'commission', '', -$12::bigint), ($11, 1, 'gateway', 'stripe', -$13::bigint),
                              ($11, 2, 'gateway_cost', '', $13::bigint)) e (id, line, account, detail, amount))
       INSERT INTO emails (id, recipient, template, locale, data, sent_at)
       SELECT $14, donor_email, 'donation_completed', donor_locale, jsonb_build_object('paymentId', id), now() FROM paid RETURNING id`,
      [
        intent.metadata.checkout_link,
        random('gev'),
        id,
        type,
        intent.id,
        amount,
        random('rct'),
        charge.payment_method_details?.card?.brand,
        charge.payment_method_details?.card?.last4,
        random('ltx'),
        random('ltx'),
        commission,
        fee,
        random('eml'),
      ],
    );
  };

  const readStatus = ({ ref }: Row) =>
    one(
      'confirmation',
      `SELECT p.id AS "paymentId", p.amount AS "amountPaid", p.receipt_number AS number
         FROM checkout_links l LEFT JOIN payments p ON p.link_id = l.id AND p.state = 'approved' WHERE l.id = $1`,
      [ref],
    );

  return (path: string, request: IncomingMessage, body: () => Promise<string>): Promise<unknown> | undefined => {
    const [, linkId] = /^\/v1\/checkout_links\/([^/]+)\/payment_intent$/.exec(path) ?? [];
    if (linkId) return createIntent(linkId);
    if (path === '/checkout/donation') return body().then((text) => saveDetails(JSON.parse(text)));
    if (path === '/checkout/confirmation') return body().then((text) => readStatus(JSON.parse(text)));
    if (path === '/webhooks/stripe') return body().then((text) => receiveEvent(request, text));
    return undefined;
  };
}
