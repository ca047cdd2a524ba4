import { findAccount, provisionAccount } from '#lib/accounts/account.ts';
import type { Caller } from '#lib/clients/authenticate.ts';
import type { Tx } from '#lib/db.ts';
import { sendEmail } from '#lib/emails/outbox.ts';
import { parseTimestamp } from '#lib/fields.ts';
import { DEFAULT_LOCALE, localeOfCountry } from '#lib/i18n/locales.ts';
import { newKeySuffix } from '#lib/ids.ts';
import { Problem } from '#lib/problems/problem.ts';
import type { Account } from '#prisma/generated/client.ts';
import { addressWords } from './address.ts';
import type { CauseInput } from './contract.ts';
import type { CauseWithOwner } from './find.ts';
import { causeUrl } from './present.ts';

/** Longest readable part of a key. */
const KEY_TEXT_LENGTH = 40;

/**
 * Creates a cause in draft (spec 4.4) and mails its owner, in the transaction given.
 * @throws Problem `fee_percent_not_permitted`, `fee_model_not_permitted`, `owner_not_found`.
 */
export async function createCause(
  tx: Tx,
  caller: Caller,
  input: CauseInput,
  now: Date,
): Promise<CauseWithOwner> {
  const fees = await agreedFees(tx, caller, input);
  const { account: owner, created } = await findOrProvisionOwner(tx, caller, input.owner);
  const key = causeKey(input.title);
  const cause = await tx.cause.create({
    data: {
      key,
      slug: key,
      clientId: caller.clientId,
      ownerId: owner.id,
      title: input.title,
      country: input.country,
      goalAmount: BigInt(input.goal?.amount ?? 0),
      currency: input.goal?.currency ?? 'COP',
      ...fees,
      description: input.description ?? null,
      category: input.category ?? null,
      coverImageUrl: input.cover_image_url ?? null,
      externalReference: input.external_reference ?? null,
      termsAcceptedAt: acceptedAt(input),
      termsVersion: input.terms_version,
      termsAcceptedIp: input.terms_accepted_ip,
      createdAt: now,
      addresses: { create: { address: key } },
    },
    include: { owner: true },
  });
  await sendEmail(
    tx,
    created ? 'owner_provisioned' : 'cause_created',
    // An owner has not chosen a language yet; the one of the cause's country is the best guess.
    { recipient: owner.email, locale: localeOfCountry(cause.country) ?? DEFAULT_LOCALE },
    { name: owner.name, title: cause.title, causeUrl: causeUrl(cause.slug) },
  );
  return cause;
}

/** The client's own fees, unless the input names others and the key may set them. */
async function agreedFees(
  tx: Tx,
  caller: Caller,
  input: CauseInput,
): Promise<{ feePercent: number; feeModel: string }> {
  const client = await tx.client.findUniqueOrThrow({ where: { id: caller.clientId } });
  const agreed = { feePercent: client.feePercent.toNumber(), feeModel: client.feeModel };
  const feePercent = input.fee_percent ?? agreed.feePercent;
  const feeModel = input.fee_model ?? agreed.feeModel;
  const maySet = caller.permissions.has('causes:set_fee');
  if (feePercent !== agreed.feePercent && !maySet)
    throw new Problem(
      'fee_percent_not_permitted',
      `This key may not set a fee_percent other than ${agreed.feePercent}.`,
    );
  if (feeModel !== agreed.feeModel && !maySet)
    throw new Problem(
      'fee_model_not_permitted',
      `This key may not set a fee_model other than ${agreed.feeModel}.`,
    );
  return { feePercent, feeModel };
}

async function findOrProvisionOwner(
  tx: Tx,
  caller: Caller,
  owner: CauseInput['owner'],
): Promise<{ account: Account; created: boolean }> {
  if (caller.permissions.has('creators:provision')) return provisionAccount(tx, owner);
  const account = await findAccount(tx, owner.email);
  if (!account)
    throw new Problem('owner_not_found', 'No account has this owner email, and this key may not create one.');
  return { account, created: false };
}

function acceptedAt(input: CauseInput): Date {
  const instant = parseTimestamp(input.terms_accepted_at);
  if (!instant) throw new Error('Bug: terms_accepted_at passed validation unread');
  return instant;
}

/** Readable and opaque: the title's words and a random end (decisions.md, "Ids"). */
function causeKey(title: string): string {
  const words = addressWords(title).slice(0, KEY_TEXT_LENGTH).replace(/-+$/, '');
  return `${words || 'cause'}-${newKeySuffix()}`;
}
