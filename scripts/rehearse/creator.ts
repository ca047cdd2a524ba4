import { randomUUID } from 'node:crypto';
import type { DonationSite } from '../bench/donor.ts';
import { DashboardVisitor } from '../dashboard-visitor.ts';

/**
 * So many codes are requested for one sign-in. While servers of two releases run, a code is entered at the other one in half of
 * the cases; a mailbox gets five codes for a stranger from each server.
 */
const MOST_CODES = 8;

/** The releases whose servers run at the moment. */
export type Releases = () => readonly string[];

/** A creator with a cause, in a browser of their own. */
export class Creator {
  readonly #visitor: DashboardVisitor;
  readonly #email: string;
  readonly #cause: string;

  private constructor(visitor: DashboardVisitor, email: string, cause: string) {
    this.#visitor = visitor;
    this.#email = email;
    this.#cause = cause;
  }

  /** Somebody new, whose account comes with a cause of the demonstration's partner: sign-ins of one account are limited. */
  static async create(site: DonationSite): Promise<Creator> {
    const email = `${randomUUID()}@example.org`;
    const body = {
      title: 'A well',
      country: 'US',
      owner: { email, name: 'Clara Creator' },
      terms_accepted_at: new Date().toISOString(),
      terms_version: '1',
      terms_accepted_ip: '203.0.113.7',
    };
    const headers = { 'x-api-key': site.demo.key, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${site.baseUrl}/v1/causes`, options);
    if (!response.ok) throw new Error(`The cause was answered ${response.status}: ${await response.text()}`);
    const { key } = (await response.json()) as { key: string };
    return new Creator(new DashboardVisitor(site), email, key);
  }

  /**
   * Signs in with a mailed code, and sees the cause. A code that one release made and another one refuses is requested again.
   * @param tellRefused is called for each such code
   * @throws Error if a code of the only release is refused
   */
  async signIn(releases: Releases, tellRefused: () => void): Promise<void> {
    for (let codes = 1; codes <= MOST_CODES; codes++) {
      const since = releases();
      const mailed = await this.#visitor.requestCode(this.#email);
      if (await this.#visitor.enter(mailed)) return this.openDashboard();
      if (new Set([...since, ...releases()]).size === 1) throw new Error('The code of the same release was refused');
      tellRefused();
    }
    throw new Error(`${MOST_CODES} codes were refused, one after the other`);
  }

  /** @throws Error unless the session is valid, and the page shows the cause */
  async openDashboard(): Promise<void> {
    const html = await this.#visitor.open('/dashboard');
    if (!html.includes(`/dashboard/causes/${this.#cause}`)) throw new Error('The dashboard does not show the cause');
  }

  signOut(): Promise<void> {
    return this.#visitor.signOut();
  }
}
