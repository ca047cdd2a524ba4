import { findAccount } from '#lib/accounts/account.ts';
import { db, transaction } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { auth } from './auth.ts';
import { type AskedFrom, isKnown } from './known-browser.ts';

type Wish = {
  email: string;
  /** The path of ours to go to once signed in. */
  to: string;
  locale: Locale;
  /** So many have asked for this address lately that a code is made only for where its account was signed in to before. */
  onlyKnown?: boolean;
  from?: AskedFrom;
};

/**
 * Makes a challenge for whoever has an address, and mails its code and link there. Everything is the same where no
 * account has the address, the rows that are written included, so that neither answer nor time tells who has one; that
 * mail has no recipient and is dropped by the worker. So it is, too, where only those who are known are mailed: no code
 * will be right for a challenge that was mailed to nobody.
 * @returns the challenge's id, which the asking browser keeps.
 */
export async function askToSignIn({ email, to, locale, onlyKnown = false, from }: Wish): Promise<string> {
  const found = await findAccount(db(), email);
  const known = await isKnown(found?.id ?? '', from ?? { address: '', token: undefined });
  const account = known || !onlyKnown ? found : null;
  const accountId = account?.id ?? null;
  const { id } = await (await auth()).api.askChallenge({ body: { accountId, to } });
  const recipient = { recipient: account?.email ?? '', locale };
  await transaction((tx) =>
    sendEmail(tx, 'sign_in', recipient, { name: account?.name ?? '', challengeId: id }),
  );
  return id;
}
