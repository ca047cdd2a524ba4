import { z } from 'zod';

/** The facts of a link that its gateway keeps with each payment, so that a lost link can be made again. */
export type LinkFacts = { causeKey: string; clientId: string; expiresAt: Date };

const stored = z.object({ cause: z.string(), client: z.string(), expires_at: z.iso.datetime() }).transform(
  ({ cause, client, expires_at }): LinkFacts => ({
    causeKey: cause,
    clientId: client,
    expiresAt: new Date(expires_at),
  }),
);

/** The metadata of a link's payments at their gateway: names that both gateways accept, no personal data. */
export function gatewayMetadata({ causeKey, clientId, expiresAt }: LinkFacts): Record<string, string> {
  return { cause: causeKey, client: clientId, expires_at: expiresAt.toISOString() };
}

/** The facts in a payment's metadata; null if they are not all there, as of a payment that is not ours. */
export function readGatewayMetadata(metadata: unknown): LinkFacts | null {
  return stored.safeParse(metadata).data ?? null;
}
