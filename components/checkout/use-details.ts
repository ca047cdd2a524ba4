import { useState } from 'react';
import type { Translate } from '#lib/i18n/translator.ts';
import { checkEmail, checkName } from './check-details.ts';
import { DETAIL_IDS, type DetailErrors, type DetailNeeds, type Details } from './details-fields.tsx';
import type { FormNotice } from './form-alert.tsx';

/** What the donor says about themselves, and what is wrong with it. */
export function useDetails(initial: Details, t: Translate, { showsName, needsEmail }: DetailNeeds) {
  const [details, setDetails] = useState<Details>({ ...initial });
  const [errors, setErrors] = useState<DetailErrors>({});

  function change(next: Details, field: keyof Details): void {
    setDetails(next);
    if (field !== 'anonymous') setErrors((before) => ({ ...before, [field]: undefined }));
  }

  /** Puts the messages at the fields, and answers with them for the summary; empty when all is well. */
  function check(): FormNotice['items'] {
    const faults = {
      name: showsName ? checkName(details.name) : undefined,
      email: needsEmail && details.email.trim() === '' ? 'emailRequired' : checkEmail(details.email),
    } as const;
    const found = {
      name: faults.name && t(`errors.${faults.name}`),
      email: faults.email && t(`errors.${faults.email}`),
    };
    setErrors(found);
    return (['name', 'email'] as const).flatMap((field) => {
      const text = found[field];
      return text === undefined ? [] : [{ text, target: DETAIL_IDS[field] }];
    });
  }

  const trimmed = { ...details, name: details.name.trim(), email: details.email.trim() };
  return { details, trimmed, errors, change, check };
}
