import { randomBytes } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';

/* Sends a flood in a process of its own, so that the measured requests do not wait for it. */

/** `network`: the first three groups of an IPv6 /48. */
export type Flood = {
  url: string;
  requests: Request[];
  amount: number;
  connections: number;
  network: string;
};
/** How often each status was answered; `unanswered` are connections that ended or took too long. */
export type FloodResult = { statuses: Record<string, number>; unanswered: number; seconds: number };

/** An address somewhere in the /48. */
function anyAddress(network: string): string {
  return `${network}:${(randomBytes(10).toString('hex').match(/.{4}/g) ?? []).join(':')}`;
}

process.once('message', async ({ url, requests, amount, connections, network }: Flood) => {
  const setupRequest = (request: Request): Request => ({
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': anyAddress(network) },
  });
  const result = await autocannon({
    url,
    amount,
    connections,
    timeout: 60,
    requests: requests.map((request) => ({ ...request, setupRequest })),
  });
  const counts = Object.entries(result.statusCodeStats ?? {});
  const statuses = Object.fromEntries(counts.map(([status, { count = 0 }]) => [status, count]));
  const sent: FloodResult = { statuses, unanswered: result.errors, seconds: result.duration };
  process.send?.(sent, () => process.disconnect());
});
