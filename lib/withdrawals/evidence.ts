import { type Tx, transaction } from '#lib/db.ts';
import { openFile, sealFile } from '#lib/encryption/seal-file.ts';
import type { Actor } from '#lib/policy/actor.ts';
import { audit } from '#lib/policy/audit.ts';
import { DomainError } from '#lib/problems/domain-error.ts';
import { requireStaff } from './require-staff.ts';

/** What a bank account is verified by: an https address, or a file of one of `EVIDENCE_TYPES`. */
export type Evidence = { link: string } | { file: Uint8Array };

/** The first bytes of each type of file that evidence can be: a browser's word for the type is not believed. */
const SIGNATURES = {
  'application/pdf': Buffer.from('%PDF-'),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
} as const;
type EvidenceType = keyof typeof SIGNATURES;
const EVIDENCE_TYPES = Object.keys(SIGNATURES) as EvidenceType[];

const EXTENSIONS: Readonly<Record<EvidenceType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The type of a file by its content; null for all others. */
export function evidenceTypeOf(file: Uint8Array): EvidenceType | null {
  return EVIDENCE_TYPES.find((type) => SIGNATURES[type].equals(file.subarray(0, SIGNATURES[type].length))) ?? null;
}

/** The name of the file that a bank account was verified by. */
export function evidenceFileName(bankAccountId: string, mediaType: string): string {
  return `${bankAccountId}.${EXTENSIONS[mediaType as EvidenceType]}`;
}

const placeOf = (bankAccountId: string) => ({
  table: 'bank_account_evidence',
  column: 'file_key',
  row: bankAccountId,
});

/** Stores the evidence with the verification, in its transaction. @throws DomainError `evidence_needed` for another file */
export async function storeEvidence(
  tx: Tx,
  bankAccountId: string,
  evidence: Evidence,
  { addedBy, addedAt }: { addedBy: string; addedAt: Date },
): Promise<void> {
  await tx.bankAccountEvidence.create({
    data: { bankAccountId, addedBy, addedAt, ...columnsOf(bankAccountId, evidence) },
  });
}

function columnsOf(bankAccountId: string, evidence: Evidence) {
  if ('link' in evidence) return { link: evidence.link };
  const mediaType = evidenceTypeOf(evidence.file);
  if (mediaType === null) throw new DomainError('evidence_needed', { field: 'file' });
  return { mediaType, ...sealFile(evidence.file, placeOf(bankAccountId)) };
}

/**
 * The file that a bank account was verified by, for staff; the view is audited. Null where there is none.
 * @throws DomainError `not_allowed`; UnreadableValue.
 */
export async function readEvidence(
  actor: Actor,
  bankAccountId: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; mediaType: string; fileName: string } | null> {
  requireStaff(actor);
  return transaction(async (tx) => {
    const row = await tx.bankAccountEvidence.findUnique({ where: { bankAccountId } });
    if (!row?.content || row.fileKey === null || row.mediaType === null) return null;
    await audit(tx, {
      actor: actor.id,
      action: 'bank_account.read_evidence',
      subject: bankAccountId,
      data: {},
    });
    const { content, fileKey, mediaType } = row;
    return {
      bytes: openFile({ content, fileKey }, placeOf(bankAccountId)),
      mediaType,
      fileName: evidenceFileName(bankAccountId, mediaType),
    };
  });
}
