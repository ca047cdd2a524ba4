import { accountInsert } from '#lib/accounts/account.ts';
import type { Tx } from '#lib/db.ts';
import { emailKey } from '#lib/email-key.ts';
import { env } from '#lib/env.ts';
import { parseTimestamp } from '#lib/fields.ts';
import { type CauseCreation, causeRow, findCauseCreation, type NewCause } from '#lib/hot-queries/create-cause.ts';
import type { Caller } from '#lib/hot-queries/find-caller.ts';
import { insertRows } from '#lib/hot-queries/insert-rows.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { newId, newKeySuffix } from '#lib/ids.ts';
import { emailRows } from '#lib/outbox/send-email.ts';
import { Problem } from '#lib/problems/problem.ts';
import { combineInserts, type RowInsert } from '#lib/row-insert.ts';
import { addressRow, toSlug } from './address.ts';
import type { CauseInput } from './contract.ts';

/** Longest readable part of a key. */
const KEY_TEXT_LENGTH = 40;

/** A cause as it will be created, and all rows of it. */
type PlannedCause = {
  cause: NewCause & { closesAt: null; owner: { email: string } };
  insert: RowInsert;
};

/**
 * A cause in draft as it will be created (specification 4.4), with the mail to its owner; writes nothing. The insert
 * violates a unique index if the owner gets an account meanwhile.
 * @param tx reads in a transaction
 * @throws Problem `fee_percent_not_permitted`, `fee_model_not_permitted`, `owner_not_found`.
 */
export async function planCause(caller: Caller, input: CauseInput, now: Date, tx?: Tx): Promise<PlannedCause> {
  const creation = await findCauseCreation(caller.clientId, emailKey(input.owner.email), tx);
  const fees = agreedFees(creation, caller, input);
  const { owner, isNew } = ownerOf(creation, caller, input.owner);
  const key = causeKey(input.title);
  const cause = {
    key,
    slug: key,
    clientId: caller.clientId,
    ownerId: owner.id,
    owner,
    state: 'draft',
    title: input.title,
    country: input.country,
    goalAmount: BigInt(input.goal?.amount ?? 0),
    currency: input.goal?.currency ?? 'COP',
    ...fees,
    description: input.description ?? null,
    category: input.category ?? null,
    coverImageUrl: input.cover_image_url ?? null,
    externalReference: input.external_reference ?? null,
    closesAt: null,
    termsAcceptedAt: acceptedAt(input),
    termsVersion: input.terms_version,
    termsAcceptedIp: input.terms_accepted_ip,
    createdAt: now,
  };
  const mail = await emailRows(
    isNew ? 'owner_provisioned' : 'cause_created',
    // An owner has not chosen a language yet, so the mail uses that of the cause's country.
    { recipient: owner.email, locale: localeOfCountry(cause.country) ?? DEFAULT_LOCALE },
    { name: owner.name, title: cause.title, causeUrl: `${env().publicBaseUrl}/dashboard/causes/${key}` },
  );
  const rows = [causeRow(cause), addressRow(key, key), mail];
  return {
    cause,
    insert: isNew
      ? { name: 'create-cause-and-owner', ...combineInserts(accountInsert(owner.id, input.owner), ...rows) }
      : { name: 'create-cause', ...combineInserts(...rows) },
  };
}

/** Creates a cause, as `planCause` decides, in a transaction. @throws what `planCause` does. */
export async function createCause(
  tx: Tx,
  caller: Caller,
  input: CauseInput,
  now: Date,
): Promise<PlannedCause['cause']> {
  const { cause, insert } = await planCause(caller, input, now, tx);
  await insertRows(insert, tx);
  return cause;
}

/** The client's agreed fees, unless the input has others and the API key may set them. */
function agreedFees(
  { agreed }: CauseCreation,
  caller: Caller,
  input: CauseInput,
): { feePercent: number; feeModel: string } {
  const feePercent = input.fee_percent ?? agreed.feePercent;
  const feeModel = input.fee_model ?? agreed.feeModel;
  const maySet = caller.permissions.has('causes:set_fee');
  if (feePercent !== agreed.feePercent && !maySet)
    throw new Problem(
      'fee_percent_not_permitted',
      `This key may not set a fee_percent other than ${agreed.feePercent}.`,
    );
  if (feeModel !== agreed.feeModel && !maySet)
    throw new Problem('fee_model_not_permitted', `This key may not set a fee_model other than ${agreed.feeModel}.`);
  return { feePercent, feeModel };
}

/** The account of the owner, or a new one. An existing one keeps its name and phone (ruling 16). */
function ownerOf(
  { owner }: CauseCreation,
  caller: Caller,
  { email, name }: CauseInput['owner'],
): { owner: { id: string; email: string; name: string }; isNew: boolean } {
  if (owner) return { owner, isNew: false };
  if (!caller.permissions.has('creators:provision'))
    throw new Problem('owner_not_found', 'No account has this owner email, and this key may not create one.');
  return { owner: { id: newId('account'), email, name }, isNew: true };
}

function acceptedAt(input: CauseInput): Date {
  const instant = parseTimestamp(input.terms_accepted_at);
  if (!instant) throw new Error('Bug: terms_accepted_at passed validation unread');
  return instant;
}

/** The words of the title and a random suffix (ruling 70). */
export function causeKey(title: string, suffix = newKeySuffix()): string {
  const words = toSlug(title).slice(0, KEY_TEXT_LENGTH).replace(/-+$/, '');
  return `${words || 'cause'}-${suffix}`;
}
