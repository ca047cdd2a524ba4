import { setTimeout as pause } from 'node:timers/promises';

/** How long a mail may take, in milliseconds: a job sends it, which a busy machine delays. */
const MAIL_LIMIT_MS = 60_000;
const LOOK_MS = 100;

/** A code that was mailed, with the challenge that it answers. */
export type MailedCode = { challenge: string; code: string };

/** Somebody at the sign-in pages and the dashboard of an instance with the emulators, in a browser of their own without scripts. */
export class DashboardVisitor {
  readonly #site: { baseUrl: string; emulatorUrl: string };
  readonly #cookies = new Map<string, string>();

  constructor(site: { baseUrl: string; emulatorUrl: string }) {
    this.#site = site;
  }

  /** The cookies, as the browser sends them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Opens a page.
   * @returns its HTML
   * @throws Error unless the page itself answers: whoever is signed out is sent elsewhere
   */
  async open(path: string): Promise<string> {
    const response = await this.#send(path, {});
    const html = await response.text();
    if (response.status !== 200 || !html.includes('</html>')) throw new Error(answerOf(path, response));
    return html;
  }

  /**
   * Sends a form.
   * @returns the path of the next page
   * @throws Error if there is none
   */
  async submit(path: string, fields: Record<string, string>): Promise<string> {
    const response = await this.#send(path, { method: 'POST', body: new URLSearchParams({ lang: 'en', ...fields }) });
    await response.text();
    const next = response.headers.get('location');
    if (response.status !== 303 || next === null) throw new Error(answerOf(path, response));
    return next;
  }

  /** Requests a code on the sign-in page, and waits for its mail. */
  async requestCode(email: string): Promise<MailedCode> {
    await this.open('/sign-in');
    const next = await this.submit('/sign-in/request', { email, to: '/dashboard' });
    const challenge = new URL(next, this.#site.baseUrl).searchParams.get('challenge');
    if (!challenge) throw new Error(`After the request of a code comes ${next}`);
    await this.open(next);
    return { challenge, code: await this.#codeIn(email, challenge) };
  }

  /**
   * Enters a code.
   * @returns whether it signed in; if not, the next page says that the code is wrong or over
   */
  async enter({ challenge, code }: MailedCode): Promise<boolean> {
    const next = await this.submit('/sign-in/verify', { challenge, code });
    if (!next.startsWith('/sign-in')) return true;
    const html = await this.open(next);
    if (!html.includes('role="alert"')) throw new Error(`${next} does not say why the code was refused`);
    return false;
  }

  async signOut(): Promise<void> {
    const next = await this.submit('/dashboard/actions/session.end', { back: '/dashboard' });
    if (next !== '/sign-in?signed-out=1') throw new Error(`After signing out comes ${next}`);
    await this.open(next);
  }

  /** The code in the mail of a challenge, which is the one whose link names it. */
  async #codeIn(email: string, challenge: string): Promise<string> {
    const mailbox = `${this.#site.emulatorUrl}/mailbox.json?to=${encodeURIComponent(email)}`;
    for (const limit = Date.now() + MAIL_LIMIT_MS; Date.now() < limit; await pause(LOOK_MS)) {
      const mails = (await (await fetch(mailbox)).json()) as { subject: string; text: string }[];
      const mail = mails.find(({ text }) => text.includes(challenge));
      const code = /\d{4} \d{4}/.exec(mail?.subject ?? '')?.[0];
      if (code) return code;
    }
    throw new Error(`No mail with the code came within ${MAIL_LIMIT_MS / 1000} seconds`);
  }

  async #send(path: string, options: RequestInit): Promise<Response> {
    const { baseUrl } = this.#site;
    const headers = { origin: baseUrl, 'sec-fetch-site': 'same-origin', cookie: this.cookie, 'accept-language': 'en' };
    const response = await fetch(baseUrl + path, { ...options, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

function answerOf(path: string, { status, headers }: Response): string {
  const next = headers.get('location');
  return `${path.split('?', 1)[0]} answered ${status}${next === null ? '' : ` and leads to ${next}`}`;
}
