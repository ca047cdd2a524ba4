import { expect } from '@playwright/test';
import type { CompletedCheckoutLink } from '../client.ts';

/** Milliseconds: mail is sent by a job after the donation, which a busy machine delays. */
const MAIL_LIMIT_MS = 60_000;

export type Mail = { id: string; at: string; to: string[]; subject: string; text: string; html: string };
/** A receipt and its page. */
export type Receipt = Mail & { url: string };

export type Mailbox = ReturnType<typeof mailboxAt>;

/**
 * Every mail that the service has sent.
 * @param url of the mailbox, which takes `?to=`
 * @param since when the test began: receipts of earlier tests are not its own
 */
export function mailboxAt(url: string, since = new Date(0)) {
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

  return {
    /** The mails to an address, the newest first. */
    to,
    /** The only mail to an address, once it has arrived. */
    async theMailTo(address: string): Promise<Mail> {
      await expect.poll(async () => (await to(address)).length, { timeout: MAIL_LIMIT_MS }).toBe(1);
      return only(await to(address));
    },
    /**
     * The receipt that was sent to an address in this test, once it has arrived.
     * @param link a completed one, whose receipt it must be: tests that run at the same time may use the same address
     */
    async receiptOf(address: string, link?: Pick<CompletedCheckoutLink, 'payment_id'>): Promise<Receipt> {
      const found = () => receiptsOf(address, link?.payment_id ?? '');
      await expect.poll(async () => (await found()).length, { timeout: MAIL_LIMIT_MS }).not.toBe(0);
      const [receipt, another] = await found();
      if (another) throw new Error(`${address} was sent several receipts: name the completed link of yours.`);
      return only([receipt]);
    },
  };
}

function only<M>([mail]: (M | undefined)[]): M {
  if (!mail) throw new Error('A mail vanished.');
  return mail;
}
