'use client';

import { useEffect, useState } from 'react';

/** Shows or hides what is said of every field, and shows the field that the address names. */
export function FieldsToggle() {
  const [isOpen, setOpen] = useState(true);

  useEffect(() => {
    showTarget();
    window.addEventListener('hashchange', showTarget);
    return () => window.removeEventListener('hashchange', showTarget);
  }, []);

  function toggle(): void {
    for (const field of document.querySelectorAll<HTMLDetailsElement>('details.field')) field.open = !isOpen;
    setOpen(!isOpen);
  }

  return (
    <p className="fields-toggle">
      <button type="button" className="quiet-button" onClick={toggle}>
        {isOpen ? 'Collapse all fields' : 'Expand all fields'}
      </button>
    </p>
  );
}

/** Opens everything around the target of the address. Not every browser does it by itself. */
function showTarget(): void {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (!target?.closest('.fields')) return;
  for (let at: Element | null = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target.querySelector<HTMLDetailsElement>(':scope > details')?.setAttribute('open', '');
  target.scrollIntoView();
}
