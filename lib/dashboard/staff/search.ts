import { db } from '#lib/db.ts';
import { readReceiptNumber } from '#lib/receipts/receipt-number.ts';
import { listCauses } from './causes.ts';
import { findClientIds } from './clients.ts';
import { type FoundPerson, findPeople } from './find-people.ts';
import { listLinks } from './links.ts';
import { listPayments } from './payments.ts';

/** The most shown of each kind. */
const MOST = 10;

/** What else an id can be of, besides a payment, a link or a cause. */
export type FoundObject = {
  kind: 'client' | 'withdrawal' | 'batch' | 'bankAccount' | 'key' | 'failedRefund';
  id: string;
  /** The name of a client; null where the id says it all. */
  name: string | null;
};

/** What a search found, each newest first and cut to a few. */
export type SearchResults = Awaited<ReturnType<typeof searchEverything>>;

/** Everything that a text can mean to staff: ids of ours and of gateways, references, emails, names and titles. */
export async function searchEverything(text: string, now: Date) {
  const query = { q: text };
  const [payments, links, causes, people, clients, objects] = await Promise.all([
    listPayments(query),
    listLinks(query, now),
    listCauses(query),
    findPeople(text, MOST + 1),
    findClients(text),
    findObjects(text),
  ]);
  const ofKind = (wanted: FoundPerson['kind']) => people.filter(({ kind }) => kind === wanted);
  const [creators, donors] = [ofKind('creator'), ofKind('donor')];
  return {
    payments: payments.rows.slice(0, MOST),
    links: links.rows.slice(0, MOST),
    causes: causes.rows.slice(0, MOST),
    people: [...creators.slice(0, MOST), ...donors.slice(0, MOST)],
    others: [...clients.slice(0, MOST), ...objects],
    most: MOST,
    /** It has the length of a receipt number, and its checksum does not hold: somebody may have misread it. */
    isMistyped: readReceiptNumber(text) === 'mistyped',
    /** Whether the list of that kind has more. */
    hasMore: {
      payments: payments.rows.length > MOST,
      links: links.rows.length > MOST,
      causes: causes.rows.length > MOST,
      people: creators.length > MOST || donors.length > MOST,
      others: clients.length > MOST,
    },
  };
}

async function findClients(text: string): Promise<FoundObject[]> {
  const clients = await db().client.findMany({
    where: { id: { in: await findClientIds(text) } },
    orderBy: { name: 'asc' },
    take: MOST + 1,
  });
  return clients.map(({ id, name }) => ({ kind: 'client', id, name }));
}

async function findObjects(text: string): Promise<FoundObject[]> {
  const where = { id: text };
  const select = { id: true } as const;
  const [withdrawal, account, key, refund, batch, transfer] = await Promise.all([
    db().withdrawal.findUnique({ where, select }),
    db().bankAccount.findUnique({ where, select }),
    db().apiKey.findUnique({ where, select }),
    db().refund.findFirst({ where: { ...where, state: 'failed' }, select }),
    db().payoutBatch.findUnique({ where, select }),
    // As a bank's statement repeats it, in any case.
    db().payoutItem.findUnique({ where: { reference: text.toUpperCase() }, select: { withdrawalId: true } }),
  ]);
  const named = (kind: FoundObject['kind'], found: { id: string } | null): FoundObject[] =>
    found ? [{ kind, id: found.id, name: null }] : [];
  return [
    ...named('withdrawal', withdrawal ?? (transfer && { id: transfer.withdrawalId })),
    ...named('batch', batch),
    ...named('bankAccount', account),
    ...named('key', key),
    ...named('failedRefund', refund),
  ];
}
