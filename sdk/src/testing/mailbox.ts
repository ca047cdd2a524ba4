import { expect } from '@playwright/test';
import type { CompletedCheckoutLink } from '../client.ts';

/** Milliseconds: mail is sent by a job after the donation, which a busy machine delays. */
const MAIL_LIMIT_MS = 60_000;

/** So many mails, the newest, are named when one does not arrive. */
const MOST_NAMED = 20;

export type Mail = { id: string; at: string; to: string[]; subject: string; text: string; html: string };
/** A receipt and its page. */
export type Receipt = Mail & { url: string };

export type Mailbox = ReturnType<typeof mailboxAt>;

/**
 * Every mail that the service has sent.
 * @param url of the mailbox, which takes `?to=`
 * @param since when the test began: receipts of earlier tests are not its own
 * @param limitMs how long a mail is waited for
 */
export function mailboxAt(url: string, since = new Date(0), limitMs = MAIL_LIMIT_MS) {
  async function to(address: string): Promise<Mail[]> {
    const response = await fetch(`${url}?to=${encodeURIComponent(address)}`);
    return (await response.json()) as Mail[];
  }

  async function receiptsOf(address: string, paymentId: string): Promise<Receipt[]> {
    return (await to(address)).flatMap((mail) => {
      const found = /https?:\/\/\S+\/receipt\/[^\s)]+/.exec(mail.text)?.[0];
      const isOwn = new Date(mail.at) >= since && mail.text.includes(paymentId);
      return found !== undefined && isOwn ? [{ ...mail, url: found }] : [];
    });
  }

  /** Waits for mails. If they do not arrive, the error names those that did. */
  async function arrival(what: string, hasArrived: () => Promise<boolean>): Promise<void> {
    try {
      await expect.poll(hasArrived, { timeout: limitMs, message: `${what} has arrived` }).toBe(true);
    } catch (error) {
      throw new Error(`${messageOf(error)}\n\n${await held(url)}`, { cause: error });
    }
  }

  return {
    /** The mails to an address, the newest first. */
    to,
    /** The only mail to an address, once it has arrived. */
    async theMailTo(address: string): Promise<Mail> {
      await arrival(`the only mail to ${address}`, async () => (await to(address)).length === 1);
      return only(await to(address));
    },
    /**
     * The receipt that was sent to an address in this test, once it has arrived.
     * @param link a completed one, whose receipt it must be: tests that run at the same time may use the same address
     */
    async receiptOf(address: string, link?: Pick<CompletedCheckoutLink, 'payment_id'>): Promise<Receipt> {
      const found = () => receiptsOf(address, link?.payment_id ?? '');
      await arrival(`a receipt to ${address}`, async () => (await found()).length > 0);
      const [receipt, another] = await found();
      if (another) throw new Error(`${address} was sent several receipts: name the completed link of yours.`);
      return only([receipt]);
    },
  };
}

/** Which mails a mailbox holds, a line each, without their bodies. */
async function held(url: string): Promise<string> {
  try {
    const mails = (await (await fetch(url)).json()) as Mail[];
    const lines = mails.map(({ at, to, subject }) => `  ${at} to ${to.join(', ')}: ${subject}`);
    const more = lines.length > MOST_NAMED ? `, the newest ${MOST_NAMED} of them` : '';
    return [`The mailbox holds ${lines.length} mails${more}:`, ...lines.slice(0, MOST_NAMED)].join('\n');
  } catch (error) {
    return `The mailbox cannot be read: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function only<M>([mail]: (M | undefined)[]): M {
  if (!mail) throw new Error('A mail vanished.');
  return mail;
}
