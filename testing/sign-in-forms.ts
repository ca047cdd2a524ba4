import { codeOf, linkTokenOf } from '#lib/sessions/code.ts';
import { findActor } from '#lib/sessions/session.ts';
import { cookieOf, cookiesOf, submit } from './browser-session.ts';
import type { Reply, Service } from './service.ts';

export type Mail = { subject: string; text: string };

/** The mails to an address, newest first. */
export async function mailsTo(service: Service, address: string): Promise<Mail[]> {
  return (await fetch(`${service.emulatorUrl}/mailbox.json?to=${encodeURIComponent(address)}`)).json();
}

/** Requests a code. Returns the browser's cookies and the mail. */
export async function askForCode(service: Service, email: string, fields: Record<string, string> = {}) {
  const reply = await submit(service, '/sign-in/request', { email, ...fields });
  await service.runJobs();
  const mail = (await mailsTo(service, email)).find(({ text }) => text.includes('/sign-in/link?'));
  return { reply, cookie: cookiesOf(reply), mail, code: /\d{4} \d{4}/.exec(mail?.subject ?? '')?.[0] ?? '' };
}

/**
 * Requests a code, and reads it and the link's token where the mail would have them from: for tests that are not about the mail.
 * Returns the browser's cookies too.
 */
export async function requestCode(service: Service, email: string, fields: Record<string, string> = {}) {
  const reply = await submit(service, '/sign-in/request', { email, ...fields });
  const challengeId = challengeIn(reply);
  const [code, token] = [await codeOf(challengeId), await linkTokenOf(challengeId)];
  return { reply, cookie: cookiesOf(reply), code, token };
}

/** The challenge of a browser, as its cookie names it. */
export const challengeIn = (reply: Reply): string =>
  JSON.parse(Buffer.from(cookieOf(reply, 'sign_in') ?? '', 'base64url').toString()).codes.at(-1).challengeId;

/** Sends the form that signs in, by a code or by the token of a mail's link. */
export function verify(service: Service, fields: Record<string, string>, cookie?: string): Promise<Reply> {
  return submit(service, '/sign-in/verify', fields, cookie === undefined ? {} : { cookie });
}

/** The session cookie of a response. */
export const sessionOf = (reply: Reply) => `session=${cookieOf(reply, 'session')}`;

/** The account of a browser's cookies. */
export const actorOf = (cookie: string) => findActor(new Headers({ cookie }));

/** The redirect target of a response. */
export const redirectOf = (reply: Reply) => [reply.status, reply.headers.get('location')];
