import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CheckoutLink, type Client, LinkNotCompletedError } from 'fundraising-partner';

type Order = { id: string; linkId: string; state: 'waiting' | 'paid' | 'unpaid'; text: string };

export type ShopSettings = {
  partner: Client;
  /** The key of a published cause that collects US dollars. */
  cause: string;
  /** Where donors reach the shop. Return addresses must be https. */
  publicUrl: string;
  /** 0: any free port. */
  port?: number;
  /** Milliseconds until a link is waited for again, after an error that has ended the waiting. */
  againMs?: number;
};

/** A shop that is running. */
export type Shop = { url: string; close: () => Promise<void> };

/**
 * Opens the shop. An order is a link: the donor is sent to its `url` and comes back to the order's page. Whether it was paid
 * is known from the API alone, never from the return: the shop reads the link then, and polls it in any case.
 */
export async function openShop({ partner, cause, publicUrl, port = 0, againMs = 60_000 }: ShopSettings): Promise<Shop> {
  const orders = new Map<string, Order>();
  const closing = new AbortController();

  /** Mints the link. The order's id makes a repeated request safe, and finds the order in reports. */
  async function order(amount: number): Promise<CheckoutLink> {
    const id = randomUUID();
    const back = `${publicUrl}/orders/${id}`;
    const link = await partner.checkoutLinks.create(
      { cause, amount, currency: 'USD', external_reference: id, success_url: back, cancel_url: back },
      { idempotencyKey: id },
    );
    orders.set(id, { id, linkId: link.id, state: 'waiting', text: 'We are waiting for your donation.' });
    void follow(id, link.id);
    return link;
  }

  /**
   * Waits for the end of a link, also while nobody looks. An error ends no order: the donor may have paid. It is reported, and
   * the waiting begins again. A real shop would also go on after a restart.
   */
  async function follow(id: string, linkId: string): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        return note(id, await partner.checkoutLinks.waitUntilCompleted(linkId, { signal }));
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof LinkNotCompletedError) return note(id, error.link);
        console.error(error);
        await sleep(againMs, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Reads the link of an order that waits. While it cannot be read, the order waits on. */
  async function refresh(id: string): Promise<Order | undefined> {
    const known = orders.get(id);
    if (known?.state !== 'waiting') return known;
    try {
      note(id, await partner.checkoutLinks.retrieve(known.linkId, { signal: AbortSignal.timeout(5_000) }));
    } catch (error) {
      console.error(error);
    }
    return known;
  }

  /** Notes what became of an order. */
  function note(id: string, link: CheckoutLink): void {
    const known = orders.get(id);
    if (!known || link.status === 'open') return;
    if (link.status === 'completed')
      Object.assign(known, {
        state: 'paid',
        text: `Thank you! ${link.currency_paid} ${link.amount_paid} arrived.`,
      });
    else Object.assign(known, { state: 'unpaid', text: `You were not charged: the link is ${link.status}.` });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', publicUrl);
    if (request.method === 'POST' && pathname === '/orders') {
      const amount = Number(new URLSearchParams(await bodyOf(request)).get('amount'));
      if (!Number.isInteger(amount) || amount < 1) return show(response, 400, 'Enter a whole amount.');
      response.writeHead(303, { Location: (await order(amount)).url }).end();
      return;
    }
    if (pathname === '/') return show(response, 200, FORM);
    const found = await refresh(/^\/orders\/([\w-]+)$/.exec(pathname)?.[1] ?? '');
    if (!found) return show(response, 404, 'There is no such page.');
    const again = found.state === 'waiting' ? '<meta http-equiv="refresh" content="1">' : '';
    return show(response, 200, `${again}<p role="status">${found.text}</p>`);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      show(response, 500, 'Something went wrong. You were not charged here.');
    });
  });
  await new Promise<void>((done) => server.listen(port, () => done()));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      closing.abort();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const FORM = `<form method="post" action="/orders">
  <label>Dollars <input name="amount" inputmode="numeric" value="50"></label> <button>Donate</button>
</form>`;

function show(response: ServerResponse, status: number, content: string): void {
  const page = `<!doctype html><html lang="en"><title>Shop</title><main>${content}</main></html>`;
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
