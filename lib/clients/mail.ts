import { timestamp } from '#lib/clock.ts';
import type { Tx } from '#lib/db.ts';
import { DEFAULT_LOCALE } from '#lib/i18n/locales.ts';
import { localeOfRecipient } from '#lib/outbox/locale-of-recipient.ts';
import { type ClientTerms, sendEmail } from '#lib/outbox/send-email.ts';
import type { ApiKey } from '#prisma/generated/client.ts';

/**
 * Mails a client that a key was created for it, with its permissions and never the key itself, in the transaction that
 * created it; of one that replaces another, until when that one works. The language is that of the
 * country of the client's newest cause; a client without an address gets no mail.
 * @param stopsAt when the key that it replaces stops; null if it replaces none, or that is not known yet
 */
export async function mailKeyCreated(tx: Tx, key: ApiKey, stopsAt: Date | null): Promise<void> {
  const contact = await findContact(tx, key.clientId);
  if (!contact) return;
  const { id: keyId, permissions, allowedIps, awaitsApproval } = key;
  const data = { name: contact.name, keyId, permissions, allowedIps, awaitsApproval, ...replaced(key, stopsAt) };
  await sendEmail(tx, 'key_created', contact.to, data);
}

/**
 * Mails a client that a key that waited was approved, and until when the one that it replaces works, or rejected, in the
 * transaction that decides it.
 */
export async function mailKeyDecided(
  tx: Tx,
  key: ApiKey,
  decision: { isApproved: boolean; stopsAt: Date | null },
): Promise<void> {
  const contact = await findContact(tx, key.clientId);
  if (!contact) return;
  const { isApproved, stopsAt } = decision;
  const data = { name: contact.name, keyId: key.id, isApproved, ...replaced(key, stopsAt) };
  await sendEmail(tx, 'key_decided', contact.to, data);
}

/** Whom to mail about a client, in which language, and its name; undefined without an address. */
async function findContact(tx: Tx, clientId: string) {
  const { name, contactEmail } = await tx.client.findUniqueOrThrow({
    where: { id: clientId },
    select: { name: true, contactEmail: true },
  });
  if (contactEmail === null) return undefined;
  const locale = (await localeOfRecipient(tx, { clientId })) ?? DEFAULT_LOCALE;
  return { name, to: { recipient: contactEmail, locale } };
}

function replaced({ replacesId }: ApiKey, stopsAt: Date | null) {
  return replacesId && stopsAt ? { replaces: { keyId: replacesId, stopsAt: timestamp(stopsAt) } } : {};
}

/**
 * Mails the contact that a client had that its terms change, in the transaction that changes them. Nothing else tells a partner
 * of a change that it did not agree to.
 * @param contactAt when a new contact takes effect; null where it does at once, or stays
 */
export async function mailTermsChanged(
  tx: Tx,
  clientId: string,
  before: ClientTerms,
  after: ClientTerms,
  contactAt: Date | null,
): Promise<void> {
  const { contactEmail: recipient } = before;
  if (recipient === null) return;
  const { name } = await tx.client.findUniqueOrThrow({ where: { id: clientId }, select: { name: true } });
  const locale = (await localeOfRecipient(tx, { clientId })) ?? DEFAULT_LOCALE;
  const data = { name, before, after, contactAt: contactAt && timestamp(contactAt) };
  await sendEmail(tx, 'client_terms_changed', { recipient, locale }, data);
}

/**
 * Mails the contact of a client that it stays the contact, in the transaction that stops a new one. Nothing else says whether its
 * objection arrived.
 * @param hasOtherTerms whether fees came with the new contact, which stay
 */
export async function mailContactKept(tx: Tx, clientId: string, hasOtherTerms: boolean): Promise<void> {
  const contact = await findContact(tx, clientId);
  if (contact) await sendEmail(tx, 'client_contact_kept', contact.to, { name: contact.name, hasOtherTerms });
}
