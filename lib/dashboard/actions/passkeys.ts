import { z } from 'zod';
import { setCookie } from '#lib/cookies.ts';
import { emailKey } from '#lib/email-key.ts';
import { lockAccount } from '#lib/locks.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { afterPasskeyChange, rotateSession } from '#lib/sessions/passkey-changed.ts';
import { needsPasskey } from '#lib/sessions/passkey-policy.ts';
import { removePasskeys } from '#lib/sessions/remove-passkeys.ts';
import { dashboardAction, NO_RESOURCE, REASON } from '../action.ts';
import { rejectField } from '../form-errors.ts';
import { POSTPONED_COOKIE, POSTPONED_SECONDS } from '../passkey-prompt.ts';
import { pastedEmail } from '../pasted-email.ts';
import { reviewOfPasskeys } from '../staff/reviews.ts';

/** Answers "not now": this browser does not ask for a passkey again for some days. */
export const postponePasskeyAction = dashboardAction({
  name: 'passkey.postpone',
  input: z.object({}),
  find: NO_RESOURCE,
  act: async (_tx, { actor }) => ({
    cookies: [setCookie(POSTPONED_COOKIE, actor.id, { path: '/dashboard', seconds: POSTPONED_SECONDS })],
  }),
});

/** Removes a passkey of the actor, and ends their other sessions. Accounts whose role requires one keep the last. */
export const removePasskeyAction = dashboardAction({
  name: 'passkey.remove',
  input: z.object({}),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    const found = await tx.passkey.findUnique({ where: { id }, select: { id: true, accountId: true } });
    return found && { id: found.id, ownerId: found.accountId };
  },
  ifGone: () => ({ notice: 'passkeyRemoved' }),
  act: async (tx, { actor, resource: { id }, headers, now, locale }) => {
    if (needsPasskey(actor.role)) {
      // Of two concurrent removals, the second one sees the result of the first.
      await lockAccount(tx, actor.id);
      if ((await tx.passkey.count({ where: { accountId: actor.id } })) <= 1) throw new DomainError('last_passkey');
    }
    await tx.passkey.deleteMany({ where: { id } });
    const session = await rotateSession(tx, headers, now);
    if (!session) throw new DomainError('not_allowed');
    const holder = await tx.account.findUniqueOrThrow({ where: { id: actor.id } });
    await afterPasskeyChange(tx, holder, session.id, { change: 'removed', now, locale });
    return { notice: 'passkeyRemoved', audit: { subject: id }, cookies: session.cookies };
  },
});

/** Removes the lost passkeys of another account, and mails its holder. Nobody can reset their own. */
export const resetPasskeysAction = dashboardAction({
  name: 'passkey.reset',
  input: z.object({
    email: z
      .string()
      .trim()
      .min(1)
      .pipe(z.string().refine((typed) => pastedEmail.safeParse(typed).success, 'email'))
      .pipe(pastedEmail),
    reason: REASON,
  }),
  find: async (tx, fields) => {
    const typed = pastedEmail.safeParse(fields.email).data ?? '';
    const select = { id: true, email: true, name: true };
    const account = await tx.account.findUnique({ where: { emailKey: emailKey(typed) }, select });
    return { ownerId: account?.id ?? null, account };
  },
  review: (tx, { resource: { account }, now }) => reviewOfPasskeys(tx, account, now),
  act: async (tx, { input: { reason }, resource: { account }, locale }) => {
    if (!account) return rejectField('email', 'noAccount');
    const count = await removePasskeys(tx, account, { reason, locale });
    if (count === 0) return rejectField('email', 'noPasskey');
    return { notice: 'passkeysRemoved', audit: { subject: account.id, data: { count, reason } } };
  },
});
