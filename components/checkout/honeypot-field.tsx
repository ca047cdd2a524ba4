import type { RefObject } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';

/** Asks password managers that ignore `autocomplete` to leave the field alone. */
const NOT_FOR_MANAGERS = { 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '' };

/**
 * A field that only robots fill in. People neither see nor reach it: it is visually hidden, not in the tab order, and
 * hidden from screen readers.
 */
export function HoneypotField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTexts();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="website">{t('honeypot.field')}</label>
      <input
        {...NOT_FOR_MANAGERS}
        id="website"
        name="website"
        ref={field}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        defaultValue=""
      />
    </div>
  );
}
