'use client';

import { useEffect, useRef, useState } from 'react';
import { CopyField } from '#components/ui/copy-field.tsx';
import { focusOnOpening } from '#components/ui/focus-on-opening.ts';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { Locale } from '#lib/i18n/locales.ts';

type Props = { locale: Locale; messages: string; label: string; gone: string; secret: string };

/**
 * Shows a secret once, with a button to copy it. Leaving the page removes it, because a browser's back-forward cache would
 * show it again.
 */
export function Reveal({ locale, messages, label, gone, secret }: Props) {
  const [isShown, setShown] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    focusOnOpening(box.current?.querySelector('input'));
    const hide = () => setShown(false);
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, []);
  if (!isShown) return <p>{gone}</p>;
  return (
    <div ref={box}>
      <TextsProvider locale={locale} messages={messages} formatLocale={locale} ownCurrency={null}>
        <CopyField id="reveal" label={label} text={secret} />
      </TextsProvider>
    </div>
  );
}
