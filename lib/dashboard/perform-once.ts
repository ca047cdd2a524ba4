import { createHash } from 'node:crypto';
import type { Tx } from '#lib/db.ts';
import type { FormPost, FormRedirect } from '#lib/http/form-post.ts';

/** A form that was sent: by whom, to which action, as which rendered form, and with what. */
type SentForm = { accountId: string; action: string; form: string } & Pick<FormPost, 'fields' | 'now'>;

/**
 * Performs a form once: sent again, as by a double click, it leads where it led before. The claim is a row that commits with
 * what is done, so that of two at once the second waits for the first, and does the work itself if that fails. What was changed
 * in a form makes it another one.
 */
export async function performOnce(tx: Tx, sent: SentForm, work: () => Promise<FormRedirect>): Promise<FormRedirect> {
  const { accountId, action, form, fields, now } = sent;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([action, form, fields]))
    .digest('base64url');
  const scope_key = { scope: `form ${accountId}`, key: bodyHash };
  const claim = { ...scope_key, bodyHash, method: 'POST', path: action, status: 0, response: '', createdAt: now };
  const { count } = await tx.idempotencyRecord.createMany({ data: claim, skipDuplicates: true });
  if (count === 0) return { to: (await tx.idempotencyRecord.findUniqueOrThrow({ where: { scope_key } })).response };
  const redirect = await work();
  await tx.idempotencyRecord.update({ where: { scope_key }, data: { status: 303, response: redirect.to } });
  return redirect;
}
