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
  const { clientId } = key;
  const { name, contactEmail } = await tx.client.findUniqueOrThrow({
    where: { id: clientId },
    select: { name: true, contactEmail: true },
  });
  if (contactEmail === null) return;
  const locale = (await localeOfRecipient(tx, { clientId })) ?? DEFAULT_LOCALE;
  const { id: keyId, permissions, allowedIps, awaitsApproval, replacesId } = key;
  await sendEmail(
    tx,
    'key_created',
    { recipient: contactEmail, locale },
    {
      name,
      keyId,
      permissions,
      allowedIps,
      awaitsApproval,
      ...(replacesId && stopsAt && { replaces: { keyId: replacesId, stopsAt: timestamp(stopsAt) } }),
    },
  );
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
