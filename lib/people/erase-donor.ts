import type { Tx } from '#lib/db.ts';
import { newId } from '#lib/ids.ts';
import { lockCheckoutLinks } from '#lib/locks.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import type { CheckoutLink, Payment } from '#prisma/generated/client.ts';
import { type DonorRecords, findDonorRecords, isOpenPayment, namesAddress, partInLink } from './donor.ts';

/** How many rows of each kind were, or would be, erased. */
export type ErasedCounts = Record<keyof DonorRecords, number>;

/** The counts of what is stored of a donor. */
export function countRecords({ payments, links, mails, notes }: DonorRecords): ErasedCounts {
  return { payments: payments.length, links: links.length, mails: mails.length, notes: notes.length };
}

/**
 * Erases a donor, who is everybody with one email address: their names, addresses, messages, cards, mails to them and notes
 * about them. What the books need stays: payments, ledger, totals, and what receipts have signed. It cannot be undone, and does
 * not reach the gateways (ruling 67).
 * @param by who erases, for the audit log, which keeps their reason and no address
 * @throws DomainError `donor_not_found`; `donor_has_open_payment` while they may have to be asked or told something
 */
export async function eraseDonor(
  tx: Tx,
  email: string,
  { by, reason }: { by: string; reason: string },
  now: Date,
): Promise<ErasedCounts> {
  const erased = await eraseRecords(tx, email);
  if (!erased) throw new DomainError('donor_not_found');
  const { subject, ...counts } = erased;
  await audit(tx, { actor: by, action: 'donor.erase', subject, data: { ...counts, reason }, at: now });
  return counts;
}

/**
 * The erasure itself, without an entry in the audit log.
 * @param isOver whether a link is erased too, and whether a payment does not keep the donor; by default all are over
 * @returns the counts, and as `subject` the donor's newest payment, else their newest link; null where nothing is stored, or where
 * a payment keeps the donor
 * @throws DomainError `donor_has_open_payment`
 */
export async function eraseRecords(
  tx: Tx,
  email: string,
  isOver: (row: CheckoutLink | Payment) => boolean = () => true,
): Promise<(ErasedCounts & { subject: string }) | null> {
  const { links } = await findDonorRecords(tx, email);
  await lockCheckoutLinks(
    tx,
    links.map(({ id }) => id),
  );
  // What was written until the locks were there.
  const records = await findDonorRecords(tx, email);
  const subject = records.payments[0]?.id ?? records.links[0]?.id;
  if (subject === undefined || !records.payments.every(isOver)) return null;
  requireNoOpenPayment(records);
  await erasePayments(tx, records.payments);
  for (const link of records.links.filter(isOver)) await eraseLink(tx, link, records, email);
  await tx.email.deleteMany({ where: { id: { in: records.mails.map(({ id }) => id) } } });
  await tx.note.updateMany({ where: { id: { in: records.notes.map(({ id }) => id) } }, data: { text: null } });
  return { ...countRecords(records), subject };
}

/** @throws DomainError `donor_has_open_payment`, whose message names the payments for the console */
export function requireNoOpenPayment({ payments }: DonorRecords): void {
  const open = payments.filter(isOpenPayment).map(({ id }) => id);
  if (open.length === 0) return;
  const message = `These payments are in progress, disputed, or on their way back: ${open.join(', ')}.`;
  throw new DomainError('donor_has_open_payment', { message });
}

/** What is erased of a payment. */
const NOBODY = {
  browserHash: null,
  donorName: null,
  donorEmail: null,
  donorMessage: null,
  donorLocale: null,
  donorTimeZone: null,
  receiptEmail: null,
  cardBrand: null,
  cardLast4: null,
  cardWallet: null,
  bankName: null,
};

/** Erases the donors of payments. Those with one address stay those of one donor; each without is of one of its own. */
export async function erasePayments(tx: Tx, payments: Pick<Payment, 'id' | 'donorEmail'>[]): Promise<void> {
  const donors = Map.groupBy(payments, ({ id, donorEmail }) => donorEmail?.toLowerCase() ?? id);
  for (const given of donors.values())
    await tx.payment.updateMany({
      where: { id: { in: given.map(({ id }) => id) } },
      data: { ...NOBODY, erasedDonor: newId('erasedDonor') },
    });
}

/** What is erased of what a donor typed into the form of a link. */
export const NOTHING_TYPED = {
  donorName: null,
  donorEmail: null,
  donorMessage: null,
  donorLocale: null,
  donorTimeZone: null,
  browserHash: null,
  donorSavedAt: null,
};

/** The texts of a link that are its partner's. */
const PARTNERS_TEXTS = ['metadata', 'externalReference', 'callbackUrl', 'successUrl', 'cancelUrl'] as const;

/** Of a link only what is this donor's goes. */
async function eraseLink(tx: Tx, link: CheckoutLink, { payments }: DonorRecords, email: string): Promise<void> {
  const { isMinted, isTyped } = partInLink(link, payments, email);
  const texts = PARTNERS_TEXTS.filter((text) => namesAddress(link[text], email));
  await tx.checkoutLink.update({
    where: { id: link.id },
    data: {
      ...(isMinted ? { email: null } : {}),
      ...(isTyped ? NOTHING_TYPED : {}),
      ...Object.fromEntries(texts.map((text) => [text, null])),
    },
  });
}
