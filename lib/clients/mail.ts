import type { Tx } from '#lib/db.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import type { ApiKey } from '#prisma/generated/client.ts';

/**
 * Mails a client that a key was created for it, with its permissions and never the key itself, in the transaction that
 * created it. The language is that of the country of the client's newest cause; a client without an address gets no mail.
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
