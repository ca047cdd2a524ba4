'use client';

import { useSyncExternalStore } from 'react';
import type { Locale } from '#lib/i18n/locales.ts';

/** The link to the PDF. With scripts, the PDF also has the date in the browser's time zone. */
export function PdfLink({ path, locale, label }: { path: string; locale: Locale; label: string }) {
  const zone = useSyncExternalStore(never, ownTimeZone, () => '');
  const parameters = new URLSearchParams({ lang: locale, ...(zone === '' ? {} : { tz: zone }) });
  return (
    <a className="button button-accent" href={`${path}?${parameters}`} download>
      {label}
    </a>
  );
}

function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || '';
}

function never(): () => void {
  return () => {};
}
