'use client';

import { useEffect, useRef, useState } from 'react';
import { CopyField } from '#components/ui/copy-field.tsx';
import { TextsProvider } from '#components/ui/texts-provider.tsx';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CompiledGroups } from '#lib/i18n/translator.ts';

type Props = { locale: Locale; messages: CompiledGroups; label: string; gone: string; secret: string };

/**
 * Shows a secret that comes a single time, ready to be copied. Leaving the page takes it away: a browser that keeps pages
 * to go back to would show it again.
 */
export function Reveal({ locale, messages, label, gone, secret }: Props) {
  const [isShown, setShown] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
    const hide = () => setShown(false);
    window.addEventListener('pagehide', hide);
    return () => window.removeEventListener('pagehide', hide);
  }, []);
  if (!isShown) return <p>{gone}</p>;
  return (
    <div ref={box}>
      <TextsProvider {...{ locale, messages }} formatLocale={locale}>
        <CopyField id="reveal" label={label} text={secret} />
      </TextsProvider>
    </div>
  );
}
