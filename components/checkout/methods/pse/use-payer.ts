import { useEffect, useRef, useState } from 'react';
import type { Translate } from '#lib/i18n/translator.ts';
import type { FormNotice } from '../../form-alert.tsx';
import { checkPayer, type PayerFaults } from './check-payer.ts';
import { keepDraft, readDraft } from './draft.ts';
import { faultText, isPayerFault } from './fault-text.ts';
import { idOf, NOBODY, PAYER_FIELDS, type PayerField, type PsePayer } from './payer.ts';

/** Who pays, as typed, and what is wrong with it. A bank kept from before may have left the list of `banks`. */
export function usePayer(linkId: string, t: Translate, banks: readonly { code: string }[]) {
  const [typed, setTyped] = useState<PsePayer>(NOBODY);
  const [faults, setFaults] = useState<PayerFaults>({});
  const payer = banks.some(({ code }) => code === typed.bank) ? typed : { ...typed, bank: '' };
  const latest = useRef(payer);
  latest.current = payer;

  // After the first rendering, which is the server's.
  useEffect(() => setTyped((before) => (before === NOBODY ? readDraft(linkId) : before)), [linkId]);

  function change(next: PsePayer, field: PayerField): void {
    setTyped(next);
    setFaults(({ [field]: _mended, ...others }) => others);
    keepDraft(linkId, next);
  }

  /** Puts what is wrong at the fields, and answers with it for the summary. */
  function show(found: PayerFaults): FormNotice['items'] {
    setFaults(found);
    return PAYER_FIELDS.flatMap((field) => {
      const fault = found[field];
      return fault ? [{ text: faultText(t, field, fault), target: idOf(field) }] : [];
    });
  }

  const errorOf = (field: PayerField) => {
    const fault = faults[field];
    return fault && faultText(t, field, fault);
  };
  return { payer, latest, change, show, errorOf, check: () => show(checkPayer(latest.current)) };
}

/** The faults that the server found, by field; of those that are no field of this form nothing is said here. */
export function serverFaults(messages: Readonly<Record<string, string>>): PayerFaults {
  const known = PAYER_FIELDS.flatMap((field) => {
    const word = messages[`payer.${field}`];
    return word === undefined ? [] : [[field, isPayerFault(word) ? word : 'invalid'] as const];
  });
  return Object.fromEntries(known);
}
