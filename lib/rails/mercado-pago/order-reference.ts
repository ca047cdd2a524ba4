/** Ids of ours contain no hyphen. */
const SEPARATOR = '-';

/**
 * The `external_reference` of an order: its link and our payment. Orders have no metadata, so that it is all that they keep for
 * us (gateways C7).
 */
export function orderReference(linkId: string, paymentId: string): string {
  return linkId + SEPARATOR + paymentId;
}

/** The link and our payment of an order's reference; null for another one, as of a payment without an order. */
export function readOrderReference(reference: string | undefined): { linkId: string; paymentId: string } | null {
  const [linkId, paymentId, ...more] = (reference ?? '').split(SEPARATOR);
  return linkId && paymentId && more.length === 0 ? { linkId, paymentId } : null;
}

/** Whether an id is an order's, such as `ORD01J49MMW3SSBK5PSV3DFR32959`. Those of payments are numbers. */
export function isOrderId(id: string): boolean {
  return id.startsWith('ORD');
}
