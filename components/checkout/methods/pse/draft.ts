import { draftKey } from './forget-draft.ts';
import { NOBODY, PERSONAL_DOCUMENTS, type PsePayer } from './payer.ts';

/**
 * What was typed stays in this tab while the donor is away at the bank, or changes the language: after a declined
 * transfer nobody has to type an address again. The document's number is never among it, and nothing of it leaves the
 * browser.
 */
export function keepDraft(linkId: string, { document_number: _never, ...kept }: PsePayer): void {
  try {
    sessionStorage.setItem(draftKey(linkId), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** What was kept; an empty form where nothing was, or nothing that can be read. */
export function readDraft(linkId: string): PsePayer {
  try {
    return fromKept(JSON.parse(sessionStorage.getItem(draftKey(linkId)) ?? '{}'));
  } catch {
    return NOBODY;
  }
}

function fromKept(kept: Readonly<Record<string, unknown>>): PsePayer {
  const texts = Object.keys(NOBODY).flatMap((field) =>
    typeof kept[field] === 'string' ? [[field, kept[field]] as const] : [],
  );
  const payer: PsePayer = { ...NOBODY, ...Object.fromEntries(texts) };
  const isKnown = PERSONAL_DOCUMENTS.includes(payer.document_type);
  return {
    ...payer,
    document_type: isKnown ? payer.document_type : NOBODY.document_type,
    person_type: payer.person_type === 'association' ? 'association' : 'individual',
    document_number: '',
  };
}
