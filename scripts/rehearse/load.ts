import type { DonationSite } from '../bench/donor.ts';

/** Limits that nobody reaches: every request of a rehearsal comes from one address. */
export const UNLIMITED = { RATE_LIMIT_CLIENT_PER_10S: '100000000', RATE_LIMIT_ADDRESS_PER_10S: '100000000' };

/** A partner's poll of the demonstration's link. @throws Error unless it answers 200 */
export async function poll({ baseUrl, demo }: DonationSite): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/checkout_links/${demo.link_id}`, { headers: { 'x-api-key': demo.key } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
}

/** Prints what has happened, with the time of day in UTC. */
export function say(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);
}
