import type { Tx } from '#lib/db.ts';
import { type Locale, localeOfCountry } from '#lib/i18n/locales.ts';

/**
 * The language in which a client or an owner of causes is mailed: that of the country of their newest cause. Undefined without a
 * cause, or for a country whose language we do not have.
 */
export async function localeOfRecipient(
  tx: Tx,
  recipient: { clientId: string } | { ownerId: string },
): Promise<Locale | undefined> {
  const newest = await tx.cause.findFirst({
    where: recipient,
    orderBy: [{ createdAt: 'desc' }, { key: 'desc' }],
    select: { country: true },
  });
  return localeOfCountry(newest?.country ?? '');
}
