import { z } from 'zod';
import { emailKey } from '#lib/accounts/account.ts';
import { email } from '#lib/fields.ts';
import { needsPasskey } from '#lib/sessions/passkey-policy.ts';
import { removePasskeys } from '#lib/sessions/remove-passkeys.ts';
import { dashboardAction, refuse } from '../action.ts';

/** Removes one passkey of one's own; whoever needs one keeps the last. */
export const removePasskeyAction = dashboardAction({
  name: 'passkey.remove',
  needsFreshSignIn: true,
  input: z.object({}),
  find: async (tx, { id }) => {
    if (typeof id !== 'string') return null;
    const found = await tx.passkey.findUnique({ where: { id }, select: { id: true, accountId: true } });
    return found && { id: found.id, ownerId: found.accountId };
  },
  act: async (tx, { actor, resource: { id } }) => {
    if (needsPasskey(actor.role)) {
      // Of two removals at once, the second sees what the first has left.
      await tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${actor.id} FOR UPDATE`;
      if ((await tx.passkey.count({ where: { accountId: actor.id } })) <= 1) refuse('lastPasskey');
    }
    await tx.passkey.deleteMany({ where: { id } });
    return { notice: 'passkeyRemoved', audit: { subject: id } };
  },
});

/** Removes the passkeys of somebody else who has lost them, and tells them. One's own are somebody else's to remove. */
export const resetPasskeysAction = dashboardAction({
  name: 'passkey.reset',
  needsFreshSignIn: true,
  input: z.object({ email: z.string().trim().pipe(email), reason: z.string().trim().min(1).max(500) }),
  find: async (tx, fields) => {
    const typed = typeof fields.email === 'string' ? fields.email.trim() : '';
    const select = { id: true, email: true, name: true };
    const account = await tx.account.findUnique({ where: { emailKey: emailKey(typed) }, select });
    return { requesterId: account?.id ?? null, account };
  },
  act: async (tx, { input: { reason }, resource: { account }, locale }) => {
    if (!account) return refuse('noAccount', 'email');
    const count = await removePasskeys(tx, account, { reason, locale });
    if (count === 0) return refuse('noPasskey', 'email');
    return { notice: 'passkeysRemoved', audit: { subject: account.id, data: { count, reason } } };
  },
});
