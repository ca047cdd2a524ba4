import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';
import { readEarlyInput } from '../../early-input.ts';
import type { FormError, MethodProps } from '../method.ts';
import { readDraft, storeDraft } from './draft.ts';
import {
  checkPayer,
  EMPTY_PAYER,
  fieldId,
  PAYER_FIELDS,
  type PayerErrors,
  type PayerField,
  type PsePayer,
  stepOf,
} from './payer.ts';
import { isPayerError, payerErrorText } from './payer-error-text.ts';

type Props = Pick<MethodProps, 'step' | 'onStep' | 'onEdited'> & {
  linkId: string;
  /** A bank of the stored draft may not be among them any more. */
  banks: readonly { code: string }[];
  /** The element around the fields. */
  group: RefObject<HTMLElement | null>;
};

/** The payer as typed, and its errors. The draft of this tab is shown at the step where it was left. */
export function usePayer({ linkId, banks, group, step, onStep, onEdited }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<PsePayer>(EMPTY_PAYER);
  const [errors, setErrors] = useState<PayerErrors>({});
  const known = (bank: string) => (banks.some(({ code }) => code === bank) ? bank : '');
  const payer = { ...typed, bank: known(typed.bank) };
  const latest = useRef(payer);
  latest.current = payer;

  const [isRead, setIsRead] = useState(false);

  // After the first render, which has to equal the server's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is read once.
  useLayoutEffect(() => {
    const draft = readDraft(linkId);
    const early = group.current ? readEarlyPayer(group.current) : {};
    setTyped((before) => ({ ...(before === EMPTY_PAYER ? draft.payer : before), ...early }));
    setIsRead(true);
    const errors = checkPayer({ ...draft.payer, ...early, bank: known(draft.payer.bank) });
    const missing = PAYER_FIELDS.filter((field) => errors[field]).map(stepOf);
    if (draft.step > 0) onStep(Math.min(draft.step, ...missing));
  }, []);
  useEffect(() => {
    if (isRead && typed !== EMPTY_PAYER) storeDraft(linkId, { payer: typed, step });
  }, [linkId, typed, step, isRead]);

  function change(next: PsePayer, field: PayerField): void {
    setTyped(next);
    setErrors(({ [field]: _corrected, ...others }) => others);
    onEdited(fieldId(field));
  }

  /** Shows the errors at their fields, and returns them for the summary. */
  function show(found: PayerErrors): FormError[] {
    // A step that is still ahead is empty, not wrong.
    setErrors(Object.fromEntries(Object.entries(found).filter(([field]) => stepOf(field as PayerField) <= step)));
    return PAYER_FIELDS.flatMap((field) => {
      const error = found[field];
      return error
        ? [{ text: (t) => payerErrorText(t, field, error), target: fieldId(field), step: stepOf(field) }]
        : [];
    });
  }

  const errorOf = (field: PayerField) => {
    const error = errors[field];
    return error && payerErrorText(t, field, error);
  };
  return { payer, latest, change, show, errorOf, check: () => show(checkPayer(latest.current)) };
}

/** What was typed and chosen before this form was interactive. */
function readEarlyPayer(group: HTMLElement): Partial<PsePayer> {
  const early = readEarlyInput(group);
  const typed = PAYER_FIELDS.flatMap((field) => {
    const value = early[fieldId(field)];
    return value === undefined || field === 'person_type' ? [] : [[field, value] as const];
  });
  return {
    ...Object.fromEntries(typed),
    ...(early['person-type'] === 'association' && { person_type: 'association' }),
  };
}

/** The server's errors that are about fields of this form, by field. */
export function serverErrors(messages: Readonly<Record<string, string>>): PayerErrors {
  const known = PAYER_FIELDS.flatMap((field) => {
    const sent = field === 'street' ? ['street_name', 'street_number'] : [field];
    const code = sent.map((name) => messages[`payer.${name}`]).find(Boolean);
    return code === undefined ? [] : [[field, isPayerError(code) ? code : 'invalid'] as const];
  });
  return Object.fromEntries(known);
}
