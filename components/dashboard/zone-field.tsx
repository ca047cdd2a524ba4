'use client';

import { useEffect, useState } from 'react';
import { SLOT } from '#components/ui/sentence.tsx';

type Props = {
  /** A sentence with a slot for the name of the zone. */
  text: string;
  /** The zone in which the times of a form that came back were typed; null for times that the server wrote in UTC. */
  typedIn: string | null;
  /** Ids of fields with a time in UTC, to be written in the reader's own zone once their browser tells it. */
  times: readonly string[];
};

/** Tells the server in which zone the dates and times of a form are: UTC, until the reader's browser says otherwise. */
export function ZoneField({ text, typedIn, times }: Props) {
  const [zone, setZone] = useState(typedIn ?? 'UTC');
  useEffect(() => {
    if (typedIn !== null) return;
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
    for (const id of times) rewrite(document.getElementById(id));
    setZone(own);
    // Only what the server wrote is rewritten, once.
  }, [typedIn, times]);
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      <p className="hint">{text.replace(SLOT, zone)}</p>
    </>
  );
}

function rewrite(field: HTMLElement | null): void {
  if (!(field instanceof HTMLInputElement) || field.value === '' || field.value !== field.defaultValue)
    return;
  const instant = new Date(`${field.value}Z`);
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000);
  field.value = local.toISOString().slice(0, 16);
}
