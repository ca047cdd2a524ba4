import { findAccount } from '#lib/accounts/account.ts';
import { db, transaction } from '#lib/db.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { sendEmail } from '#lib/outbox/send-email.ts';
import { createChallenge } from './challenge.ts';
import { isKnownOrigin, type SignInOrigin } from './known-browser.ts';

type SignInRequest = {
  email: string;
  /** Path of the page to open after signing in. */
  to: string;
  locale: Locale;
  now: Date;
  /** Send a code only to a known origin, because there were too many requests for this email address. */
  requiresKnownOrigin?: boolean;
  from?: SignInOrigin;
};

/**
 * Creates a challenge for the account with an email address, and mails its code and link. Without such an account the same
 * rows are written, so that neither the reply nor its timing reveals who has an account; that mail has no recipient, and the
 * worker drops it. The same holds for an unknown origin with `requiresKnownOrigin`. No code is right for a challenge without an account.
 * @returns the challenge's id, which the browser keeps.
 */
export async function requestSignIn({
  email,
  to,
  locale,
  now,
  requiresKnownOrigin = false,
  from,
}: SignInRequest): Promise<string> {
  const found = await findAccount(db(), email);
  const known = await isKnownOrigin(found?.id ?? '', from ?? { address: '', token: undefined });
  const account = known || !requiresKnownOrigin ? found : null;
  const accountId = account?.id ?? null;
  const id = await createChallenge(accountId, to, now);
  const recipient = { recipient: account?.email ?? '', locale };
  await transaction((tx) => sendEmail(tx, 'sign_in', recipient, { name: account?.name ?? '', challengeId: id }));
  return id;
}
