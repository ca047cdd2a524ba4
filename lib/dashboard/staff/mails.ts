import { db } from '#lib/db.ts';
import { emailKey, readableEmail } from '#lib/email-key.ts';
import { IN_DOUBT, isAtMostOnce } from '#lib/outbox/in-doubt.ts';
import { UNDELIVERED } from '#lib/outbox/undelivered.ts';
import type { Email } from '#prisma/generated/client.ts';
import { type ListQuery, withinDays } from './filters.ts';
import { listPage, type StaffList } from './list.ts';
import { byTime } from './list-order.ts';
import type { Listed } from './list-view.ts';

export type MailRow = ReturnType<typeof mailRow>;
/** The section and id of a person's page. */
type PersonPage = { section: 'creators' | 'donors'; id: string };

/** Mails that could not be delivered, oldest first. */
export function mailList(query: ListQuery): StaffList<Email, MailRow> {
  const { oldest, newest } = byTime('createdAt');
  return {
    where: { AND: [UNDELIVERED, withinDays(query, 'createdAt')] },
    orders: { oldest, newest },
    find: (where, paging) => db().email.findMany({ where, ...paging }),
    count: (where, paging) => db().email.count({ where, ...paging }),
    present: async (mails) => {
      const personOf = await peopleOf(mails);
      return mails.map((mail) => mailRow(mail, personOf(mail)));
    },
  };
}

function mailRow({ id, template, createdAt, attempts, lastError, ...mail }: Email, person: PersonPage | null) {
  const recipient = readableEmail(mail.recipient);
  /** It may have been delivered; `staff`: it is not sent again unless they say so. */
  const inDoubt: 'again' | 'staff' | null =
    lastError === IN_DOUBT ? (isAtMostOnce(template) ? 'staff' : 'again') : null;
  /** Its recipient is refused for good: it is not tried again unless staff say so. */
  const isGivenUp = mail.undeliverableAt !== null;
  return { id, recipient, person, template, createdAt, attempts, lastError, inDoubt, isGivenUp };
}

/** A page of that list. */
export function listUndelivered(query: ListQuery): Promise<Listed<MailRow>> {
  return listPage(mailList(query), query);
}

/** The donor of the payment that a mail is about, else the account with its address. */
async function peopleOf(mails: Email[]): Promise<(mail: Email) => PersonPage | null> {
  const accounts = await db().account.findMany({
    where: { emailKey: { in: mails.map(({ recipient }) => emailKey(recipient)) } },
    select: { id: true, emailKey: true },
  });
  const idOf = new Map(accounts.map((account) => [account.emailKey, account.id]));
  return ({ recipient, data }) => {
    const paymentId = (data as { paymentId?: unknown }).paymentId;
    if (typeof paymentId === 'string') return { section: 'donors', id: paymentId };
    const id = idOf.get(emailKey(recipient));
    return id === undefined ? null : { section: 'creators', id };
  };
}
