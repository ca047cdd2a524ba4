'use client';

import { useEffect, useState } from 'react';
import { accentColours, DEFAULT_ACCENT, formatColour, parseColour, SURFACES } from '#lib/colour.ts';

type Props = { fieldId: string; colour: string | null; label: string; give: string; link: string };

/** Previews a button and a link in a partner's colour, as the checkout shows them in light and dark. */
export function AccentPreview({ fieldId, colour, label, give, link }: Props) {
  const [typed, setTyped] = useState(colour ?? '');
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement)) return;
    const read = () => setTyped(field.value.trim());
    read();
    field.addEventListener('input', read);
    return () => field.removeEventListener('input', read);
  }, [fieldId]);
  const accent = parseColour(typed) ?? DEFAULT_ACCENT;
  return (
    <figure className="swatches" aria-label={label}>
      {(['light', 'dark'] as const).map((scheme) => (
        <svg key={scheme} className="swatch" viewBox="0 0 192 72" aria-hidden="true">
          <rect width="192" height="72" fill={formatColour(SURFACES[scheme])} />
          <rect x="16" y="16" width="88" height="40" rx="8" fill={formatColour(accentColours(accent, scheme).fill)} />
          <text
            x="60"
            y="41"
            textAnchor="middle"
            fontSize="14"
            fontWeight="600"
            fill={formatColour(accentColours(accent, scheme).onFill)}
          >
            {give}
          </text>
          <text
            x="120"
            y="41"
            fontSize="14"
            textDecoration="underline"
            fill={formatColour(accentColours(accent, scheme).ink)}
          >
            {link}
          </text>
        </svg>
      ))}
    </figure>
  );
}
