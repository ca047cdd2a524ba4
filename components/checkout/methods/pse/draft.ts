import { draftKey } from './forget-draft.ts';
import { EMPTY_PAYER, PERSONAL_DOCUMENTS, type PsePayer } from './payer.ts';

/** What was typed, and the step of the form where the donor was. */
type Draft = { payer: PsePayer; step: number };

/**
 * Stores what was typed in this tab until the link has ended, so that a donor who comes back from a declined transfer, or
 * changes the language, does not type it again. Nothing leaves the browser, and closing the tab deletes it.
 */
export function storeDraft(linkId: string, { payer, step }: Draft): void {
  try {
    sessionStorage.setItem(draftKey(linkId), JSON.stringify({ ...payer, step }));
  } catch {
    // Without storage, the donor types it again.
  }
}

/** The stored draft; an empty form where there is none, or none that can be read. */
export function readDraft(linkId: string): Draft {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(draftKey(linkId)) ?? '{}'));
  } catch {
    return { payer: EMPTY_PAYER, step: 0 };
  }
}

function parseDraft(kept: Readonly<Record<string, unknown>>): Draft {
  const texts = Object.keys(EMPTY_PAYER).flatMap((field) =>
    typeof kept[field] === 'string' ? [[field, kept[field]] as const] : [],
  );
  const payer: PsePayer = { ...EMPTY_PAYER, ...Object.fromEntries(texts) };
  const isKnown = PERSONAL_DOCUMENTS.includes(payer.document_type);
  return {
    payer: {
      ...payer,
      document_type: isKnown ? payer.document_type : EMPTY_PAYER.document_type,
      person_type: payer.person_type === 'association' ? 'association' : 'individual',
    },
    step: typeof kept.step === 'number' && Number.isInteger(kept.step) ? kept.step : 0,
  };
}
