import { useEffect, useRef } from 'react';
import { saveDonation } from './api.ts';
import { checkEmail, checkName } from './check-details.ts';
import type { Details } from './details-fields.tsx';

/** The page in the other language does not wait longer than this for what was typed to be kept. */
const PATIENCE_MS = 3_000;

/** Keeps what the donor typed when they change the language: it is on the page again in the other one. */
export function useLanguageChange(ref: string, details: Details): void {
  const latest = useRef(details);
  latest.current = details;
  const initial = useRef(details);
  useEffect(() => {
    const keep = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (!link || !isPlain || sameDetails(latest.current, initial.current)) return;
      event.preventDefault();
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
      Promise.race([saveDonation(ref, keepable(latest.current)), patience]).then(() => {
        window.location.assign(link.href);
      });
    };
    document.addEventListener('click', keep);
    return () => document.removeEventListener('click', keep);
  }, [ref]);
}

function sameDetails(one: Details, other: Details): boolean {
  return one.name === other.name && one.email === other.email && one.anonymous === other.anonymous;
}

/** What the server would accept of a form that is half filled in. */
function keepable({ name, email, anonymous }: Details) {
  return {
    anonymous,
    ...(checkName(name) === undefined ? { name: name.trim() } : {}),
    ...(checkEmail(email) === undefined ? { email: email.trim() } : {}),
  };
}
