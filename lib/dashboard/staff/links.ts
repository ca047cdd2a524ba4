import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { db } from '#lib/db.ts';
import { readableEmail } from '#lib/email-key.ts';
import type { FoundLink } from '#lib/hot-queries/find-link.ts';
import { declineLock } from '#lib/payments/card-testing/decline-limits.ts';
import { expireIdle, findLinkWithoutGateway } from '#lib/payments/sync/end-link.ts';
import { linkTrail } from '#lib/payments/views/trail.ts';
import { donorEmailOf } from '#lib/people/donor.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { recentAudit } from './audit.ts';
import { cardPauses } from './card-pauses.ts';
import { type ListQuery, searchText, withinDays } from './filters.ts';
import { findLinks } from './find-payments.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';
import { amountOf, paymentsOfLink } from './payments.ts';

const SHOWN = {
  client: { select: { name: true } },
  cause: { select: { title: true } },
  payments: {
    where: { state: 'approved' },
    select: {
      id: true,
      amount: true,
      amountMinor: true,
      currency: true,
      succeededAt: true,
      donorName: true,
      donorEmail: true,
      receiptEmail: true,
    },
  },
} as const;
type ShownLink = Prisma.CheckoutLinkGetPayload<{ include: typeof SHOWN }>;

export type LinkRow = ReturnType<typeof linkRow>;
export type LinkDetail = NonNullable<Awaited<ReturnType<typeof findLinkDetail>>>;

/** Links, newest first; or those that match a search. They are not sorted by amount: an index would slow down each mint. */
export async function linkList(
  query: ListQuery,
  now: Date,
): Promise<StaffList<ReturnType<typeof withApproved<ShownLink>>, LinkRow>> {
  const text = searchText(query);
  const found = text === undefined ? undefined : await findLinks(text);
  return {
    isCut: found?.isCut ?? false,
    where: {
      ...withinDays(query, 'createdAt'),
      ...(found ? { id: { in: found.ids } } : {}),
    },
    orders: byTime('createdAt'),
    async find(where, paging) {
      const read = async () =>
        (await db().checkoutLink.findMany({ where, ...paging, include: SHOWN })).map(withApproved);
      const found = await read();
      return (await expireIdle(found, now)) ? read() : found;
    },
    count: (where, paging) => db().checkoutLink.count({ where, ...paging }),
    present: (links) => links.map(linkRow),
  };
}

/** A page of that list. */
export async function listLinks(query: ListQuery, now: Date): Promise<Listed<LinkRow>> {
  return listPage(await linkList(query, now), query);
}

/**
 * A link as lists show it. Of a paid one the donor is who paid, and the amount what they paid; else who typed last or whom the
 * partner named, and the minted amount.
 */
function linkRow(link: ReturnType<typeof withApproved<ShownLink>>) {
  const { id, currency, externalReference, createdAt, cause, client, payments } = link;
  const [paid] = payments;
  return {
    id,
    externalReference,
    createdAt,
    causeKey: link.causeKey,
    causeTitle: cause.title,
    status: linkStatus(link),
    amount: paid ? amountOf(paid) : { amountMajor: Number(link.amount), currency },
    donor: paid
      ? { name: paid.donorName, email: readableEmail(donorEmailOf(paid)) }
      : { name: link.donorName, email: readableEmail(link.donorEmail ?? link.email) },
    clientName: client.name,
  };
}

function withApproved<Row extends Prisma.CheckoutLinkGetPayload<{ include: typeof SHOWN }>>(link: Row) {
  const [paid] = link.payments;
  const approved = paid?.succeededAt ? { ...paid, amount: Number(paid.amount), succeededAt: paid.succeededAt } : null;
  return { ...link, approved };
}

/** The staff view of a link; null if there is none. Calls no gateway. */
export async function findLinkDetail(id: string, now: Date) {
  const link = await findLinkWithoutGateway(id, now);
  if (!link) return null;
  const [row, payments, trail, lockSeconds, pauses, history] = await Promise.all([
    db().checkoutLink.findUniqueOrThrow({
      where: { id },
      select: {
        donorSavedAt: true,
        payments: { where: { state: 'approved' }, select: PAID_BY },
        client: { select: { name: true } },
        cause: { select: { title: true } },
      },
    }),
    paymentsOfLink(id),
    linkTrail(id),
    declineLock(link, now),
    cardPauses(now, link),
    recentAudit(id),
  ]);
  const { title } = row.cause;
  const [paid] = row.payments;
  const { causeKey, currency, externalReference, createdAt, expiresAt, feePercent } = link;
  return {
    id,
    causeKey,
    externalReference,
    createdAt,
    expiresAt,
    feePercent,
    payments,
    trail,
    /** Of its cause, and of the network that last opened its card form. */
    pauses,
    history,
    status: linkStatus(link),
    amount: { amountMajor: link.amount, currency },
    clientName: row.client.name,
    causeTitle: title,
    url: checkoutUrl(id),
    /** The donor's choices on the hosted page; null while unchanged. */
    donor:
      row.donorSavedAt === null && link.donorEmail === null && !paid?.receiptEmail
        ? null
        : donorOf({ ...link, ...chosenByPayer(paid, link) }, row.donorSavedAt, paid?.receiptEmail ?? null),
    /** Whole minutes until the lock against card testing ends; null without one. */
    lockedMinutes: lockSeconds === undefined ? null : Math.ceil(lockSeconds / 60),
  };
}

const PAID_BY = {
  amount: true,
  donorName: true,
  donorEmail: true,
  donorAnonymous: true,
  donorLocale: true,
  receiptEmail: true,
} as const;

/** The payer of a paid link: another browser than the last one that saved may have paid. */
function chosenByPayer(
  paid: Prisma.PaymentGetPayload<{ select: typeof PAID_BY }> | undefined,
  { donorAmount }: FoundLink,
): Partial<FoundLink> {
  if (!paid) return {};
  const { amount, receiptEmail: _, ...donor } = paid;
  return { ...donor, donorAmount: donorAmount === null ? null : Number(amount) };
}

function donorOf(link: FoundLink, savedAt: Date | null, receiptEmail: string | null) {
  const { donorAmount, donorName, donorEmail, donorAnonymous, donorLocale, currency } = link;
  return {
    amount: donorAmount === null ? null : { amountMajor: donorAmount, currency },
    name: donorName,
    email: readableEmail(donorEmail),
    /** Where the receipt was sent afterwards, if the donation was made without an address. */
    receiptEmail: readableEmail(receiptEmail),
    isAnonymous: donorAnonymous,
    locale: donorLocale,
    savedAt,
  };
}
