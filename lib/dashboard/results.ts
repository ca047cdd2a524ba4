import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { db, type Tx } from '#lib/db.ts';
import type { Fields } from '#lib/http/form-post.ts';
import { dashboardEn } from '#lib/i18n/messages/en/dashboard.ts';
import { newId } from '#lib/ids.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { FORM_RESULT_MS } from '#lib/sessions/delete-expired.ts';
import { authKey } from '#lib/sessions/secret.ts';
import type { FormResult } from '#prisma/generated/client.ts';
import type { FormError, FormErrorCode, FormResultView, NoticeName } from './page-view.ts';
import type { Review } from './review-view.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const formErrors = z.array(
  z.object({
    field: z.string(),
    code: z.enum(Object.keys(dashboardEn.dashboard.formErrors) as [FormErrorCode, ...FormErrorCode[]]),
    values: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  }),
);

/** A review, the page that its form came from, and whether it was confirmed and done. */
type StoredReview = Review & { back: string; isDone?: boolean };
type FormResultInput = {
  review?: StoredReview;
  values?: Fields;
  errors?: FormError[];
  notice?: NoticeName;
  reveal?: string | undefined;
};

/** The most results that are kept of an account: more than it has pages open. */
const MOST_KEPT = 50;

/**
 * Stores the result of a form for the next page of its sender, in place of the oldest if there are many. Returns the id for the
 * page's URL.
 */
export async function writeResult(
  tx: Tx,
  accountId: string,
  action: string,
  { values = {}, errors = [], notice, reveal, review }: FormResultInput,
  now: Date,
): Promise<string> {
  const id = newId('formResult');
  const createdAt = now;
  await tx.$executeRaw`
    DELETE FROM form_results WHERE id IN (
      SELECT id FROM form_results WHERE account_id = ${accountId} ORDER BY created_at DESC, id
      OFFSET ${MOST_KEPT - 1} FOR UPDATE SKIP LOCKED)`;
  const sealed = reveal === undefined ? null : await seal(reveal, id);
  await tx.formResult.create({
    data: {
      id,
      accountId,
      action,
      notice: notice ?? null,
      sealedValues: await seal(JSON.stringify(values), id),
      faults: errors,
      reveal: sealed,
      review: review ? await seal(JSON.stringify(review), id) : null,
      createdAt,
    },
  });
  return id;
}

/**
 * The result of a form, for its sender only; null for anybody else, and once it is old. A secret is removed by the first
 * read.
 */
export async function readResult(actor: Actor, id: unknown, now: Date): Promise<FormResultView | null> {
  if (typeof id !== 'string' || !/^\w+$/.test(id)) return null;
  const createdAt = { gt: new Date(now.getTime() - FORM_RESULT_MS) };
  const row = await db().formResult.findFirst({ where: { id, accountId: actor.id, createdAt } });
  if (!row) return null;
  const { action, notice } = row;
  if (row.review !== null) {
    const { isDone = false, ...review } = await readReview(row.review, id);
    return { kind: 'review', action, values: await readValues(row), isDone, ...review };
  }
  if (notice === null)
    return { kind: 'refused', action, values: await readValues(row), errors: readErrors(row.faults) };
  const reveal = row.reveal === null ? null : await takeReveal(id);
  return { kind: 'done', action, notice: notice as NoticeName, reveal };
}

/** A form that waits to be confirmed, as the page that it came from shows it: going back finds what was typed. */
export function asForm(result: FormResultView | null): FormResultView | null {
  if (result?.kind !== 'review') return result;
  const { action, values, isDone } = result;
  return isDone ? null : { kind: 'refused', action, values, errors: [] };
}

/** Notes that a review was confirmed and its action done, for somebody who goes back to it. */
export async function endReview(tx: Tx, accountId: string, action: string, id: string): Promise<void> {
  if (!/^\w+$/.test(id)) return;
  const row = await tx.formResult.findFirst({ where: { id, accountId, action } });
  if (!row?.review) return;
  const done = { ...(await readReview(row.review, id)), isDone: true };
  await tx.formResult.update({ where: { id }, data: { review: await seal(JSON.stringify(done), id) } });
}

async function readReview(sealed: string, id: string): Promise<StoredReview> {
  return JSON.parse(await open(sealed, id));
}

async function readValues({ id, sealedValues }: FormResult): Promise<Fields> {
  return fields.parse(JSON.parse(await open(sealedValues, id)));
}

function readErrors(stored: unknown): FormError[] {
  return formErrors.parse(stored).map(({ values, ...error }) => (values ? { ...error, values } : error));
}

/** Of two concurrent reads, one gets it. */
async function takeReveal(id: string): Promise<string | null> {
  const taken = await db().$queryRaw<{ reveal: string }[]>`
    UPDATE form_results SET reveal = NULL FROM (SELECT id, reveal FROM form_results WHERE id = ${id} FOR UPDATE) before
     WHERE form_results.id = before.id AND before.reveal IS NOT NULL RETURNING before.reveal`;
  return taken[0] ? open(taken[0].reveal, id) : null;
}

async function seal(text: string, id: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await authKey('form results'), iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

async function open(sealed: string, id: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, await authKey('form results'), iv)
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString();
}
