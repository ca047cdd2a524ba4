import { pool } from '#lib/db.ts';
import type { GatewayEvent, Payment } from '#prisma/generated/client.ts';

/*
 * A donation has at least one event, and a busy gateway sends many that tell nothing new. One statement stores an event once,
 * finds the payment that it is about, and marks it as handled where it tells what is known already; Prisma needs a statement
 * for each. Benchmark: `donation`.
 */

/** A payment of ours, as far as a sync needs it: where it was started, and how often its money has changed. */
export type SyncedPayment = Pick<
  Payment,
  'id' | 'linkId' | 'gateway' | 'rail' | 'attempt' | 'state' | 'gatewayReference' | 'gatewayPaymentId' | 'revision'
>;

/** An event as it arrived. `reportsSuccess`: it says no more than that the payment succeeded. */
type ArrivedEvent = Pick<GatewayEvent, 'id' | 'gateway' | 'eventId' | 'type' | 'reference' | 'receivedAt'> & {
  reportsSuccess: boolean;
};

/**
 * `isNew`: no event of this gateway with this id was stored before. `payment`: the one that the event names, with all
 * payments of its link at the same gateway, latest first; undefined if we know none.
 */
export type StoredEvent = {
  isNew: boolean;
  isHandled: boolean;
  payment: SyncedPayment | undefined;
  siblings: SyncedPayment[];
};

type Row = {
  storedId: string | null;
  handledAt: Date | null;
  knownId: string | null;
  siblings: SyncedPayment[] | null;
};

/** Stores an event, unless it was stored before. One that reports a success that is recorded is stored as handled. */
export async function storeEvent(event: ArrivedEvent): Promise<StoredEvent> {
  const { id, gateway, eventId, type, reference, receivedAt, reportsSuccess } = event;
  const { rows } = await pool().query<Row>({
    name: 'store-event',
    text: `
      WITH known AS (
        SELECT id, link_id, state FROM payments
         WHERE gateway = $2::text AND (gateway_reference = $5::text OR gateway_payment_id = $5::text) LIMIT 1),
      stored AS (
        INSERT INTO gateway_events (id, gateway, event_id, type, reference, received_at, handled_at)
        SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::timestamptz,
               CASE WHEN $7::boolean AND EXISTS (SELECT FROM known WHERE state = 'approved') THEN $6::timestamptz END
        ON CONFLICT (gateway, event_id) DO NOTHING RETURNING id, handled_at)
      SELECT stored.id AS "storedId", stored.handled_at AS "handledAt", known.id AS "knownId",
             (SELECT json_agg(json_build_object('id', p.id, 'linkId', p.link_id, 'gateway', p.gateway, 'rail', p.rail,
                      'attempt', p.attempt, 'state', p.state, 'gatewayReference', p.gateway_reference,
                      'gatewayPaymentId', p.gateway_payment_id, 'revision', p.revision) ORDER BY p.attempt DESC)
                FROM payments p WHERE p.link_id = known.link_id AND p.gateway = $2::text) AS siblings
        FROM (SELECT) one LEFT JOIN stored ON true LEFT JOIN known ON true`,
    values: [id, gateway, eventId, type, reference, receivedAt, reportsSuccess],
  });
  const [row] = rows;
  if (!row) throw new Error('Bug: an event without a row');
  const siblings = row.siblings ?? [];
  return {
    isNew: row.storedId !== null,
    isHandled: row.handledAt !== null,
    payment: siblings.find((one) => one.id === row.knownId),
    siblings,
  };
}
