import type { RefObject } from 'react';
import { useTexts } from '#components/ui/texts-provider.tsx';

/** Asks the password managers that keep their own counsel to leave a field alone; `autocomplete` is not enough for them. */
const NOT_FOR_MANAGERS = { 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '' };

/**
 * A field for robots that fill in whatever they find. No person sees or reaches it: it is out of sight, out of the order
 * of the keyboard and hidden from screen readers.
 */
export function UnseenField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTexts();
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="website">{t('person.field')}</label>
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
