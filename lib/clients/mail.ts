import type { Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import type { ApiKey } from '#prisma/generated/client.ts';

/**
 * Tells a client that a key was made for it, in the transaction that made it: what it may do, never the key itself. In the
 * language of the country of its newest cause; nobody is told where the client has no address.
 */
export async function mailKeyCreated(tx: Tx, key: ApiKey): Promise<void> {
  const { clientId } = key;
  const { name, contactEmail } = await tx.client.findUniqueOrThrow({
    where: { id: clientId },
    select: { name: true, contactEmail: true },
  });
  if (contactEmail === null) return;
  const newest = await tx.cause.findFirst({
    where: { clientId },
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    select: { country: true },
  });
  const locale = localeOfCountry(newest?.country ?? '') ?? DEFAULT_LOCALE;
  const { id: keyId, permissions, allowedIps, awaitsApproval } = key;
  await sendEmail(
    tx,
    'key_created',
    { recipient: contactEmail, locale },
    { name, keyId, permissions, allowedIps, awaitsApproval },
  );
}
