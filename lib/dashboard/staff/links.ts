import type { FoundLink } from '#lib/checkout-links/find.ts';
import { checkoutUrl } from '#lib/checkout-links/present.ts';
import { linkStatus } from '#lib/checkout-links/status.ts';
import { db } from '#lib/db.ts';
import { type Cursor, cutPage, newestFirst, olderThan } from '#lib/keyset.ts';
import { declineLock } from '#lib/payments/declines.ts';
import { expireIdle, findUnaskedLink } from '#lib/payments/end-link.ts';
import { linkTrail } from '#lib/payments/trail.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import type { Query } from '../open-page.ts';
import type { LinkDetail, LinkRow, Listed } from '../staff-view.ts';
import { cardPauses } from './card-pauses.ts';
import { searchText } from './filters.ts';
import { paymentsOfLink } from './payments.ts';

const PAGE_SIZE = 50;

const SHOWN = {
  client: { select: { name: true } },
  cause: { select: { country: true } },
  payments: {
    where: { state: 'approved' },
    select: { id: true, amount: true, currency: true, succeededAt: true },
  },
} as const;

/** Links, the newest first; or those of an id or of a partner's reference. */
export async function listLinks(
  query: Query,
  after: Cursor | undefined,
  now: Date,
): Promise<Listed<LinkRow>> {
  const text = searchText(query);
  const wanted = {
    where: {
      ...(text === undefined ? {} : { id: { in: await findIds(text) } }),
      ...olderThan(after, 'createdAt', 'id'),
    },
    orderBy: newestFirst('createdAt', 'id'),
    take: PAGE_SIZE + 1,
    include: SHOWN,
  } satisfies Prisma.CheckoutLinkFindManyArgs;
  const find = async () => (await db().checkoutLink.findMany(wanted)).map(withApproved);
  let found = await find();
  if (await expireIdle(found, now)) found = await find();
  const page = cutPage(found, PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }));
  const rows = page.rows.map((link) => {
    const { client, cause } = link;
    return {
      id: link.id,
      status: linkStatus(link),
      amount: { amountMajor: Number(link.amount), currency: link.currency, country: cause.country },
      externalReference: link.externalReference,
      clientName: client.name,
      createdAt: link.createdAt,
    };
  });
  return { rows, after: page.after };
}

function withApproved<Row extends Prisma.CheckoutLinkGetPayload<{ include: typeof SHOWN }>>(link: Row) {
  const [paid] = link.payments;
  const approved = paid?.succeededAt
    ? { ...paid, amount: Number(paid.amount), succeededAt: paid.succeededAt }
    : null;
  return { ...link, approved };
}

/** How many links of one reference are shown. */
const MAX_FOUND = 500;

async function findIds(text: string): Promise<string[]> {
  const found = await db().checkoutLink.findMany({
    where: { OR: [{ id: text }, { externalReference: text }] },
    select: { id: true },
    take: MAX_FOUND,
  });
  return found.map(({ id }) => id);
}

/** Everything that staff see of a link; null where there is none. No gateway is asked. */
export async function findLinkDetail(id: string, now: Date): Promise<LinkDetail | null> {
  const link = await findUnaskedLink(id, now);
  if (!link) return null;
  const [row, payments, trail, lockSeconds, pauses] = await Promise.all([
    db().checkoutLink.findUniqueOrThrow({
      where: { id },
      select: {
        donorSavedAt: true,
        payments: { where: { state: 'approved' }, select: PAID_BY },
        client: { select: { name: true } },
        cause: { select: { title: true, country: true } },
      },
    }),
    paymentsOfLink(id),
    linkTrail(id),
    declineLock(link, now),
    cardPauses(now, link),
  ]);
  const { country, title } = row.cause;
  const { causeKey, currency, externalReference, createdAt, expiresAt, feePercent } = link;
  return {
    ...{ id, causeKey, externalReference, createdAt, expiresAt, feePercent, payments, trail, pauses },
    status: linkStatus(link),
    amount: { amountMajor: link.amount, currency, country },
    clientName: row.client.name,
    causeTitle: title,
    url: checkoutUrl(id),
    donor:
      row.donorSavedAt === null && link.donorEmail === null
        ? null
        : donorOf({ ...link, ...chosenByPayer(row.payments, link) }, country, row.donorSavedAt),
    lockedMinutes: lockSeconds === undefined ? null : Math.ceil(lockSeconds / 60),
  };
}

const PAID_BY = {
  amount: true,
  donorName: true,
  donorEmail: true,
  donorAnonymous: true,
  donorLocale: true,
} as const;

/** Once a link is paid: another browser than the one that saved last may have been the faster. */
function chosenByPayer(
  [paid]: Prisma.PaymentGetPayload<{ select: typeof PAID_BY }>[],
  { donorAmount }: FoundLink,
): Partial<FoundLink> {
  if (!paid) return {};
  const { amount, ...donor } = paid;
  return { ...donor, donorAmount: donorAmount === null ? null : Number(amount) };
}

function donorOf(link: FoundLink, country: string, savedAt: Date | null): LinkDetail['donor'] {
  const { donorAmount, donorName, donorEmail, donorAnonymous, donorLocale, currency } = link;
  return {
    amount: donorAmount === null ? null : { amountMajor: donorAmount, currency, country },
    name: donorName,
    email: donorEmail,
    isAnonymous: donorAnonymous,
    locale: donorLocale,
    savedAt,
  };
}
