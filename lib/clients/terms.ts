import { type Tx, transaction } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { enqueue } from '#lib/jobs/enqueue.ts';
import { lockClient } from '#lib/locks.ts';
import type { ClientTerms as Terms } from '#lib/outbox/send-email.ts';
import { type AuditAction, audit } from '#lib/policy/audit.ts';
import { requireNoPart, requiresApproval } from '#lib/policy/authorise.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { Client, Prisma, TermsChange } from '#prisma/generated/client.ts';
import { mailContactKept, mailTermsChanged } from './mail.ts';

/** How long the old contact can object before a new one takes effect. */
const OBJECTION_MS = 24 * 3_600_000;

const FIELDS = ['feePercent', 'feeModel', 'contactEmail'] as const satisfies (keyof Terms)[];

/** Changes that wait for a second person. */
export const TERMS_AWAITING_APPROVAL = { decidedAt: null } satisfies Prisma.TermsChangeWhereInput;

/** The terms of a client as they are. */
export function termsOf({ feePercent, feeModel, contactEmail }: Client): Terms {
  return { feePercent: feePercent.toNumber(), feeModel, contactEmail };
}

/** The terms before and after a requested change. */
export function termsBetween(change: TermsChange): { before: Terms; after: Terms } {
  const { oldFeePercent, oldFeeModel, oldContactEmail, feePercent, feeModel, contactEmail } = change;
  return {
    before: { feePercent: oldFeePercent.toNumber(), feeModel: oldFeeModel, contactEmail: oldContactEmail },
    after: { feePercent: feePercent.toNumber(), feeModel, contactEmail },
  };
}

/** The names of the terms that differ. */
export function changedTerms(before: Terms, after: Terms): (keyof Terms)[] {
  return FIELDS.filter((field) => before[field] !== after[field]);
}

/**
 * Asks for other terms of a client. Another member of staff decides; where a second person is not required, they are approved
 * at once. Under the client's lock, which the caller has, and who writes the entry of the audit log (`auditDataOf`).
 * @returns null where the terms would stay as they are
 * @throws DomainError `terms_wait`, if an earlier change waits, for somebody or for its day
 */
export async function requestTerms(
  tx: Tx,
  client: Client,
  after: Terms,
  requestedBy: string,
  now: Date,
): Promise<TermsChange | null> {
  const before = termsOf(client);
  if (changedTerms(before, after).length === 0) return null;
  if (await tx.termsChange.findFirst({ where: { clientId: client.id, endedAt: null } }))
    throw new DomainError('terms_wait');
  const change = await tx.termsChange.create({
    data: {
      id: newId('termsChange'),
      clientId: client.id,
      requestedBy,
      requestedAt: now,
      ...after,
      oldFeePercent: before.feePercent,
      oldFeeModel: before.feeModel,
      oldContactEmail: before.contactEmail,
    },
  });
  return requiresApproval('client.update') ? change : approve(tx, change, null, now);
}

/**
 * Approves a change of terms that another member of staff asked for: the fee applies at once, a new contact after a day, and
 * the old contact is mailed. A client without a contact gets the new one at once.
 * @param by the account that approves
 * @throws DomainError `already_decided`, `own_request`; `client_changed`, if the terms are no longer as they were
 */
export async function approveTerms(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  const { change, client } = await lockChange(tx, id);
  if (change.decidedAt !== null) throw new DomainError('already_decided');
  await requireNoPart(tx, 'client_terms.approve', by, { asked: change.requestedBy });
  if (changedTerms(termsOf(client), termsBetween(change).before).length > 0) throw new DomainError('client_changed');
  await note(tx, 'client_terms.approve', await approve(tx, change, by, now), by);
}

/**
 * Rejects a change of terms that waits, as its requester takes it back; or stops a new contact that was approved and has not
 * taken effect, and mails the old one that it stays: its fee applies already, and stays.
 * @param why for the audit log
 * @throws DomainError `already_decided`
 */
export async function rejectTerms(tx: Tx, id: string, by: string, why: string, now: Date): Promise<void> {
  const { change, client } = await lockChange(tx, id);
  if (change.endedAt !== null) throw new DomainError('already_decided');
  const { before, after } = termsBetween(change);
  const refused = { decidedBy: by, decidedAt: now, outcome: 'refused', endedAt: now };
  await tx.termsChange.update({
    where: { id },
    data: change.decidedAt === null ? refused : { stoppedBy: by, endedAt: now },
  });
  const action = change.decidedAt === null ? 'client_terms.reject' : 'client_terms.stop';
  // A contact that the console changed meanwhile knows nothing of the change.
  if (change.decidedAt !== null && client.contactEmail === before.contactEmail)
    await mailContactKept(tx, client.id, changedTerms(before, after).length > 1);
  await note(tx, action, change, by, { reason: why });
}

/** Makes an approved new contact take effect once its day has passed. Run again, or after it was stopped, it does nothing. */
export function changeContact(id: string, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const { change, client } = await lockChange(tx, id);
    if (change.endedAt !== null || change.contactAt === null || change.contactAt > now) return;
    const { clientId, contactEmail, oldContactEmail } = change;
    if (client.contactEmail !== oldContactEmail) {
      // The console was faster: what was approved was approved of another contact.
      await tx.termsChange.update({ where: { id }, data: { stoppedBy: 'service', endedAt: now } });
      return;
    }
    await tx.client.update({ where: { id: clientId }, data: { contactEmail } });
    await tx.termsChange.update({ where: { id }, data: { endedAt: now } });
    await note(tx, 'client_terms.apply_contact', change, 'service');
  });
}

async function lockChange(tx: Tx, id: string): Promise<{ change: TermsChange; client: Client }> {
  const { clientId } = await tx.termsChange.findUniqueOrThrow({ where: { id } });
  await lockClient(tx, clientId);
  const client = await tx.client.findUniqueOrThrow({ where: { id: clientId } });
  return { client, change: await tx.termsChange.findUniqueOrThrow({ where: { id } }) };
}

async function approve(tx: Tx, change: TermsChange, by: string | null, now: Date): Promise<TermsChange> {
  const { id, clientId } = change;
  const { before, after } = termsBetween(change);
  const { feePercent, feeModel, contactEmail } = after;
  const waits = before.contactEmail !== null && before.contactEmail !== contactEmail;
  const contactAt = waits ? new Date(now.getTime() + OBJECTION_MS) : null;
  await tx.client.update({
    where: { id: clientId },
    data: { feePercent, feeModel, ...(waits ? {} : { contactEmail }) },
  });
  const decided = await tx.termsChange.update({
    where: { id },
    data: { decidedBy: by, decidedAt: now, outcome: 'approved', contactAt, endedAt: waits ? null : now },
  });
  if (contactAt) await enqueue(tx, 'change_contact', { id }, contactAt);
  await mailTermsChanged(tx, clientId, before, after, contactAt);
  return decided;
}

/** A change of terms for the audit log. */
export function auditDataOf(change: TermsChange) {
  const { id, requestedBy, contactAt } = change;
  const { before, after } = termsBetween(change);
  const names = changedTerms(before, after);
  const of = (terms: Terms) => Object.fromEntries(names.map((name) => [name, terms[name]]));
  return { change: id, requestedBy, before: of(before), after: of(after), contactAt };
}

function note(tx: Tx, action: AuditAction, change: TermsChange, actor: string, more: object = {}): Promise<void> {
  return audit(tx, { actor, action, subject: change.clientId, data: { ...auditDataOf(change), ...more } });
}
