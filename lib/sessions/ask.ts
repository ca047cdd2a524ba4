import { findAccount } from '#lib/accounts/account.ts';
import { db, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { auth } from './auth.ts';

type Wish = {
  email: string;
  /** The path of ours to go to once signed in. */
  to: string;
  locale: Locale;
};

/**
 * Makes a challenge for whoever has an address, and mails its code and link there. Everything is the same where no
 * account has the address, the rows that are written included, so that neither answer nor time tells who has one; that
 * mail has no recipient and is dropped by the worker.
 * @returns the challenge's id, which the asking browser keeps.
 */
export async function askToSignIn({ email, to, locale }: Wish): Promise<string> {
  const account = await findAccount(db(), email);
  const accountId = account?.id ?? null;
  const { id } = await (await auth()).api.askChallenge({ body: { accountId, to } });
  const recipient = { recipient: account?.email ?? '', locale };
  await transaction((tx) =>
    sendEmail(tx, 'sign_in', recipient, { name: account?.name ?? '', challengeId: id }),
  );
  return id;
}
